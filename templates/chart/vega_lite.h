// Renders a Vega-Lite specification.
#pragma once

#include <optional>
#include <string>

#include "core/fields.h"
#include "core/text/json.h"
#include "html/message.h"
#include "templates/chart/chart_content.h"
#include "templates/rendered_content.h"

namespace templates {

// `specification` is a JSON object. Thread-safe.
RenderedContent render_vega_lite(core::JsonValue specification, html::Language language);

// Its title; empty if it has none.
std::string vega_lite_title(core::JsonValue specification);

// The rows of the data at the top level of the specification, after the field names. Nothing if
// there are none, or too many for a text (templates/registry.h).
std::optional<std::string> vega_lite_data_as_markdown(core::JsonValue specification);
std::optional<std::string> vega_lite_data_as_csv(core::JsonValue specification);
// CSV without the protection against formulas in spreadsheets.
std::optional<std::string> vega_lite_data_as_raw_csv(core::JsonValue specification);

// Finds what of a Vega-Lite specification cannot be drawn. The library in the browser draws the
// rest, so nothing else is checked.

// Data at another address is a problem, and goes to `fields`. What the page does not support,
// unknown marks, keys that no record has, and a lack of records are noted in `chart`.
void check_vega_lite(core::JsonValue specification, core::FieldReader& fields, Chart& chart);

}  // namespace templates
