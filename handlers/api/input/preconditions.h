// The preconditions of a request (RFC 9110, 13.1).
#pragma once

#include <optional>

#include "core/artifact/entity_tags.h"
#include "core/result.h"
#include "fcgi/request.h"

namespace handlers {

// Those of a write. A malformed one is invalid_request, as a write must not go on under a condition
// that cannot be read.
core::Result<core::Preconditions> preconditions(const fcgi::Request& request);

// That of a read; absent if the request has no such header. A malformed one matches nothing.
std::optional<core::EntityTags> if_none_match(const fcgi::Request& request);

}  // namespace handlers
