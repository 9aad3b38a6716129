// The API reference: docs/openapi.yaml as HTML, compiled in by the build (build_reference.mjs).
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

// With `base_url` (https://HOST or https://HOST:PORT) in its examples.
html::Html docs_page(std::string_view base_url);

}  // namespace pages
