// RemoteImages: what pages do with the images of a document that are on other hosts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace core {

// From the most to the least permissive.
enum class RemoteImages : std::uint8_t {
  on,     // they are shown
  click,  // each is shown when its reader asks for it
  off     // they are not shown
};

std::string_view to_string(RemoteImages images);
std::optional<RemoteImages> parse_remote_images(std::string_view name);

constexpr RemoteImages stricter(RemoteImages one, RemoteImages other) {
  return std::max(one, other);
}

}  // namespace core
