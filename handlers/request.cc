#include "handlers/request.h"

#include <charconv>
#include <string>
#include <string_view>

namespace handlers {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

core::Result<core::JsonTree> body_of(const fcgi::Request& request, Body body) {
  std::string_view text = request.body();
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (!text.empty()) return core::JsonTree::parse_object(text);
  if (body == Body::optional) return core::JsonTree();
  return core::Error{core::ErrorCode::invalid_json, "the request body must be a JSON object"};
}

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

std::string rule_of_times(std::string_view text) {
  const bool has_space = text.find(' ') != std::string_view::npos;
  return "must be a date and time with an offset (RFC 3339), such as 2026-01-15T12:00:00Z" +
         std::string(has_space ? "; in a query, encode + as %2B" : "");
}

}  // namespace handlers
