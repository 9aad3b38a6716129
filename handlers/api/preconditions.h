// The preconditions of a request (RFC 9110, 13.1).
#pragma once

#include <optional>

#include "core/artifact/entity_tags.h"
#include "core/result.h"
#include "fcgi/request.h"

namespace handlers {

// Absent if the request has no such header. A malformed If-Match is invalid_request, as a write
// must not go on under a condition that cannot be read; a malformed If-None-Match matches nothing.
core::Result<std::optional<core::EntityTags>> if_match(const fcgi::Request& request);
std::optional<core::EntityTags> if_none_match(const fcgi::Request& request);

}  // namespace handlers
