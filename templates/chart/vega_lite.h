// Renders a Vega-Lite specification.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "templates/rendered_content.h"

namespace templates {

// `specification` is a JSON object. Thread-safe.
RenderedContent render_vega_lite(std::string_view specification);

// Its title; empty if it has none.
std::string vega_lite_title(std::string_view specification);

// The rows of the data at the top level of the specification, after the field names. Nothing if
// there are none, or too many for a text (templates/form.h).
std::optional<std::string> vega_lite_data_as_markdown(std::string_view specification);
std::optional<std::string> vega_lite_data_as_csv(std::string_view specification);

}  // namespace templates
