// The JSON object in a request's body.
#pragma once

#include "core/input/member_names.h"
#include "core/json/json_object.h"
#include "core/result.h"
#include "fcgi/request.h"

namespace handlers {

// An absent body counts as an empty object if the body is optional. Errors: those of
// core::JsonObject::parse() and core::check_member_names().
enum class Body { required, optional };
core::Result<core::JsonObject> body_of(const fcgi::Request& request, core::BodyOf call,
                                       Body body = Body::required);

}  // namespace handlers
