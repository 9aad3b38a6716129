// Query parameters of the API's lists. Errors: invalid_request, with the parameter's name.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.h"
#include "fcgi/request.h"

namespace handlers {

// A whole number within limits.
core::Result<std::optional<std::int64_t>> whole_number(const fcgi::Request& request,
                                                       std::string_view name, std::int64_t least,
                                                       std::int64_t most);

// One of several names.
template <typename Value, std::size_t count>
core::Result<std::optional<Value>> choice(
    const fcgi::Request& request, std::string_view name,
    const std::array<std::pair<std::string_view, Value>, count>& choices) {
  const auto text = request.query(name);
  if (!text) return std::optional<Value>();
  std::string names;
  for (const auto& [known, value] : choices) {
    if (*text == known) return std::optional(value);
    names.append(names.empty() ? "" : ", ").append(known);
  }
  return core::Error{core::ErrorCode::invalid_request,
                     std::string(name) + " must be one of " + names};
}

}  // namespace handlers
