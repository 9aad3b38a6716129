// The API specification (OpenAPI 3.1): docs/openapi.yaml as JSON, compiled in by the build.
#pragma once

#include <string_view>

namespace pages {

std::string_view openapi_document();

}  // namespace pages
