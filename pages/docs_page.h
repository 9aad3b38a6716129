// The reference page of the API, drawn by Swagger UI from /openapi.json.
#pragma once

#include "html/html.h"

namespace pages {

Html docs_page();

}  // namespace pages
