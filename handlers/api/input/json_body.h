// The JSON object in a request's body.
#pragma once

#include "core/json/json_object.h"
#include "core/result.h"
#include "fcgi/request.h"

namespace handlers {

// A byte order mark at the beginning is skipped. An absent body counts as an empty object if the
// body is optional. Errors: those of core::JsonObject::parse().
enum class Body { required, optional };
core::Result<core::JsonObject> body_of(const fcgi::Request& request, Body body = Body::required);

}  // namespace handlers
