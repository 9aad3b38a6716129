#include "handlers/api/preconditions.h"

namespace handlers {
namespace {

std::optional<core::EntityTags> tags_in(std::string_view header) {
  return header.empty() ? std::nullopt : std::optional(core::EntityTags::parse(header));
}

}  // namespace

std::optional<core::EntityTags> if_match(const fcgi::Request& request) {
  return tags_in(request.parameter("HTTP_IF_MATCH"));
}

std::optional<core::EntityTags> if_none_match(const fcgi::Request& request) {
  return tags_in(request.parameter("HTTP_IF_NONE_MATCH"));
}

}  // namespace handlers
