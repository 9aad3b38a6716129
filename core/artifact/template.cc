#include "core/artifact/template.h"

namespace core {
namespace {

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < kTemplates.size(); ++i)
    if (static_cast<std::size_t>(kTemplates[i].second) != i) return false;
  return true;
}
static_assert(are_in_order(), "to_string() finds a name by its place");

}  // namespace

std::optional<Template> parse_template(std::string_view name) {
  for (const auto& [known, value] : kTemplates)
    if (known == name) return value;
  return std::nullopt;
}

std::string template_names(std::string_view separator) {
  std::string names;
  for (const auto& [name, value] : kTemplates) {
    if (!names.empty()) names += separator;
    names += name;
  }
  return names;
}

}  // namespace core
