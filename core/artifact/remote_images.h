// RemoteImages: how pages treat images on other hosts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace core {

// From the most to the least permissive.
enum class RemoteImages : std::uint8_t {
  on,     // shown
  click,  // each is shown after a click
  off     // not shown
};

std::string_view to_string(RemoteImages images);
std::optional<RemoteImages> parse_remote_images(std::string_view name);

constexpr RemoteImages stricter(RemoteImages one, RemoteImages other) {
  return std::max(one, other);
}

}  // namespace core
