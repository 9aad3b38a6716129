// What all lists of the API share: the page size, and the cursor of the next page.
#pragma once

#include <optional>
#include <string>

#include "core/json/json_writer.h"
#include "core/result.h"
#include "fcgi/request.h"

namespace handlers {

// The parameter `limit`, or `usual` if it is absent. Errors: invalid_request.
core::Result<int> page_limit(const fcgi::Request& request, int usual);

// The members hasMore and nextCursor.
void write_next_page(core::JsonWriter& json, const std::optional<std::string>& next_cursor);

}  // namespace handlers
