// The API specification (OpenAPI 3.1): docs/openapi.yaml as JSON, compiled in by the build.
#pragma once

#include <string>
#include <string_view>

namespace pages {

// With `base_url` (https://HOST or https://HOST:PORT) in the URLs of its servers.
std::string openapi_document(std::string_view base_url);

}  // namespace pages
