#include "handlers/api/json_body.h"

namespace handlers {

core::Result<core::JsonObject> body_of(const fcgi::Request& request, core::BodyOf call, Body body) {
  if (request.body().empty()) {
    if (body == Body::optional) return core::JsonObject();
    return core::Error{core::ErrorCode::invalid_json, "the request body must be a JSON object"};
  }
  auto object = core::JsonObject::parse(request.body());
  if (!object) return object;
  if (auto problem = core::check_member_names(*object, call)) return *std::move(problem);
  return object;
}

}  // namespace handlers
