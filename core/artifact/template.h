// Template: the four kinds of content that an artifact can hold.
//
// An artifact's template is chosen when it is created and never changes.
#pragma once

#include <optional>
#include <string_view>

namespace core {

enum class Template { markdown, chart, table, pdf };

// The name by which the API and the database know the template: "markdown", "chart", …
std::string_view to_string(Template value);

// The template of that name, compared exactly; nothing for any other text.
std::optional<Template> parse_template(std::string_view name);

}  // namespace core
