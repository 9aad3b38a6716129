// All rows of a table as a response: for the page's script, or as a CSV file (?format=csv).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fcgi/request.h"
#include "fcgi/response.h"
#include "rendering/form_cache.h"

namespace handlers {

rendering::Form form_of_rows(const fcgi::Request& request);

// `turn` is kept until the response is written; it may be null.
fcgi::Response rows_response(rendering::Form form, const rendering::FormText& rows,
                             const std::optional<std::string>& title,
                             std::shared_ptr<const void> turn);

}  // namespace handlers
