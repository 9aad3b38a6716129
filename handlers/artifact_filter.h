// The filter of lists and bulk changes of artifacts, as query parameters and as JSON. Both have the
// same conditions: template, status, externalId, title (its words), metadata, createdAfter,
// createdBefore, updatedAfter and updatedBefore. Only lists have text: bulk changes must not depend
// on an index that is filled later.
#pragma once

#include "core/error.h"
#include "core/lists.h"
#include "core/text/json.h"
#include "fcgi/request.h"

namespace handlers {

// Reads the parameters of these names, text, and metadata[KEY]=VALUE. Errors: invalid_request, with
// the parameter's name.
core::Result<core::ListFilter> filter_in(const fcgi::Request& request);

// Reads the members of an object that is a member named `name`; its metadata is an object of
// strings, numbers and booleans. Any other member is an error: ignoring it would match more
// artifacts than intended. Errors: invalid_request, with the field.
core::Result<core::ListFilter> filter_in(core::JsonValue object, std::string_view name);

// Reads those members of an object that are conditions, and ignores all others and those that are
// null. Errors: invalid_request, with the field.
core::Result<core::ListFilter> filter_among(core::JsonValue object);

}  // namespace handlers
