// The reference page of the API, drawn by Swagger UI from /openapi.json.
#pragma once

#include "html/html.h"

namespace pages {

html::Html docs_page();

}  // namespace pages
