#include "handlers/api/preconditions.h"

namespace handlers {

core::Result<std::optional<core::EntityTags>> if_match(const fcgi::Request& request) {
  constexpr std::string_view kHeader = "HTTP_IF_MATCH";
  if (!request.has(kHeader)) return std::optional<core::EntityTags>();
  auto tags = core::EntityTags::parse_strictly(request.parameter(kHeader));
  if (!tags) {
    return core::Error{core::ErrorCode::invalid_request,
                       "If-Match must be * or a list of ETags in double quotes, as responses have "
                       "them: If-Match: \"3-active\""};
  }
  return tags;
}

std::optional<core::EntityTags> if_none_match(const fcgi::Request& request) {
  const std::string_view header = request.parameter("HTTP_IF_NONE_MATCH");
  return header.empty() ? std::nullopt : std::optional(core::EntityTags::parse(header));
}

}  // namespace handlers
