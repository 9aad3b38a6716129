// The front page and the reference of the API.
#pragma once

#include <string>
#include <string_view>

#include "html/html.h"

namespace pages {

// The front page of the host: a short description and links.

html::Html front_page();

// The path of the icon of all pages.
std::string_view favicon_path();

// The API reference: docs/openapi.yaml as HTML, compiled in by the build (build_reference.mjs).

// With `base_url` (https://HOST or https://HOST:PORT) in its examples.
html::Html docs_page(std::string_view base_url);

// The API specification (OpenAPI 3.1): docs/openapi.yaml as JSON, compiled in by the build.

// With `base_url` (https://HOST or https://HOST:PORT) in the URLs of its servers.
std::string openapi_document(std::string_view base_url);

}  // namespace pages
