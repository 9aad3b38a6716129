// The API reference, rendered by Swagger UI from /openapi.json.
#pragma once

#include "html/html.h"

namespace pages {

html::Html docs_page();

}  // namespace pages
