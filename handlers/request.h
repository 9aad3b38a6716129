// The preconditions and query parameters of API requests.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/text/http_values.h"
#include "core/text/json.h"
#include "fcgi/request.h"

namespace handlers {

// The JSON object in a request's body.

// A byte order mark at the beginning is skipped. An absent body counts as an empty object if the
// body is optional. Errors: those of core::JsonTree::parse_object(). The request must outlive it.
enum class Body { required, optional };
core::Result<core::JsonTree> body_of(const fcgi::Request& request, Body body = Body::required);

// The preconditions of a request (RFC 9110, 13.1).

// Those of a write. A malformed one is invalid_request, as a write must not continue under a
// condition that cannot be read.
core::Result<core::Preconditions> preconditions(const fcgi::Request& request);

// That of a read; absent if the request has no such header. A malformed one matches nothing.
std::optional<core::EntityTags> if_none_match(const fcgi::Request& request);

// Query parameters of the API's lists. Errors: invalid_request, with the parameter's name.

// A whole number within limits.
core::Result<std::optional<std::int64_t>> whole_number(const fcgi::Request& request,
                                                       std::string_view name, std::int64_t least,
                                                       std::int64_t most);

// The rule for a time, to follow its name; `text` is none.
std::string rule_of_times(std::string_view text);

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
