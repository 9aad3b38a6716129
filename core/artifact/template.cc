#include "core/artifact/template.h"

#include <algorithm>

#include "core/text/ascii.h"

namespace core {
namespace {

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < kTemplates.size(); ++i)
    if (static_cast<std::size_t>(kTemplates[i].second) != i) return false;
  return true;
}
static_assert(are_in_order(), "to_string() finds a name by its place");

// What others call a template, or the form of its content.
struct OtherName {
  std::string_view name;
  std::string_view advice;
};
constexpr std::array kOtherNames{
    OtherName{"html", R"(html is the template pdf with {"html": …})"},
    OtherName{"csv", R"(csv is the template table with {"csv": …})"},
    OtherName{"md", R"(md is the template markdown with {"text": …})"},
    OtherName{"text", R"(plain text is the template markdown, or code, with {"text": …})"},
    OtherName{"json", R"(json is the template code with {"text": …, "language": "json"})"},
};

}  // namespace

std::string advice_on_template(std::string_view name) {
  constexpr std::size_t kLongest = 16;
  if (name.size() > kLongest) return {};
  const std::string given = in_lower_case(std::string(name));
  if (parse_template(given)) return "names are in lower case: \"" + given + "\"";
  const auto* const found =
      std::find_if(kOtherNames.begin(), kOtherNames.end(),
                   [&](const OtherName& other) { return other.name == given; });
  return found == kOtherNames.end() ? std::string() : std::string(found->advice);
}

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
