#include "handlers/api/input/query_parameters.h"

#include <charconv>

namespace handlers {

core::Result<std::optional<std::int64_t>> whole_number(const fcgi::Request& request,
                                                       std::string_view name, std::int64_t least,
                                                       std::int64_t most) {
  const auto text = request.query(name);
  if (!text) return std::optional<std::int64_t>();
  const char* end = text->data() + text->size();
  std::int64_t value = 0;
  const auto [stop, problem] = std::from_chars(text->data(), end, value);
  if (problem == std::errc() && stop == end && value >= least && value <= most)
    return std::optional(value);
  return core::Error{core::ErrorCode::invalid_request,
                     std::string(name) + " must be a whole number from " + std::to_string(least) +
                         " to " + std::to_string(most)};
}

}  // namespace handlers
