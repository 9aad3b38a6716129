// Template: the kinds of content that an artifact can hold.
//
// An artifact's template is chosen when it is created and never changes. This file has what all
// modules know of templates, their names; everything else is in templates/, a folder for each,
// listed in templates/registry.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace core {

enum class Template : std::uint8_t { markdown, chart, table, pdf, code };

// Every template by its name in the API and the database, in the order of the enumerators.
using NamedTemplate = std::pair<std::string_view, Template>;
inline constexpr std::array kTemplates{
    NamedTemplate{"markdown", Template::markdown}, NamedTemplate{"chart", Template::chart},
    NamedTemplate{"table", Template::table},       NamedTemplate{"pdf", Template::pdf},
    NamedTemplate{"code", Template::code},
};

constexpr std::string_view to_string(Template value) {
  return kTemplates[static_cast<std::size_t>(value)].first;
}

// The template of that name, compared exactly; nothing for any other text.
std::optional<Template> parse_template(std::string_view name);

// What somebody probably meant by a name that is none, as a sentence; empty if that is unknown.
std::string advice_on_template(std::string_view name);

// All names with `separator` between them: "markdown, chart, …".
std::string template_names(std::string_view separator);

}  // namespace core
