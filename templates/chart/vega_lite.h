// Renders a Vega-Lite specification.
#pragma once

#include <string_view>

#include "templates/rendered_content.h"

namespace templates {

// `specification` is a JSON object. Thread-safe.
RenderedContent render_vega_lite(std::string_view specification);

}  // namespace templates
