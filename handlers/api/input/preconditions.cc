#include "handlers/api/input/preconditions.h"

#include <string>
#include <string_view>

namespace handlers {

namespace {

constexpr std::string_view kIfMatch = "HTTP_IF_MATCH";
constexpr std::string_view kIfNoneMatch = "HTTP_IF_NONE_MATCH";

core::Error malformed(const std::string& header) {
  return {core::ErrorCode::invalid_request,
          header + " must be * or a list of ETags in double quotes, as responses have them: " +
              header + ": \"3-active-9f2kq7dm\""};
}

}  // namespace

core::Result<core::Preconditions> preconditions(const fcgi::Request& request) {
  core::Preconditions conditions;
  if (request.has(kIfMatch)) {
    conditions.if_match = core::EntityTags::parse_strictly(request.parameter(kIfMatch));
    if (!conditions.if_match) return malformed("If-Match");
  }
  if (request.has(kIfNoneMatch)) {
    conditions.if_none_match = core::EntityTags::parse_strictly(request.parameter(kIfNoneMatch));
    if (!conditions.if_none_match) return malformed("If-None-Match");
  }
  return conditions;
}

std::optional<core::EntityTags> if_none_match(const fcgi::Request& request) {
  const std::string_view header = request.parameter(kIfNoneMatch);
  return header.empty() ? std::nullopt : std::optional(core::EntityTags::parse(header));
}

}  // namespace handlers
