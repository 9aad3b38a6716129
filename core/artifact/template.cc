#include "core/artifact/template.h"

#include <array>
#include <utility>

namespace core {
namespace {

constexpr std::array<std::pair<Template, std::string_view>, 4> kNames{{
    {Template::markdown, "markdown"},
    {Template::chart, "chart"},
    {Template::table, "table"},
    {Template::pdf, "pdf"},
}};

}  // namespace

std::string_view to_string(Template value) {
  for (const auto& [known, name] : kNames)
    if (known == value) return name;
  return {};
}

std::optional<Template> parse_template(std::string_view name) {
  for (const auto& [known, known_name] : kNames)
    if (known_name == name) return known;
  return std::nullopt;
}

}  // namespace core
