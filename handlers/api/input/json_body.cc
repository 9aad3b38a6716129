#include "handlers/api/input/json_body.h"

#include <string_view>

namespace handlers {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

core::Result<core::JsonObject> body_of(const fcgi::Request& request, Body body) {
  std::string_view text = request.body();
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (!text.empty()) return core::JsonObject::parse(text);
  if (body == Body::optional) return core::JsonObject();
  return core::Error{core::ErrorCode::invalid_json, "the request body must be a JSON object"};
}

}  // namespace handlers
