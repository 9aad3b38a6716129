#include "templates/markdown/extracted/front_matter.h"

#include <algorithm>

#include "core/text/text.h"
#include "templates/markdown/source/block_lines.h"

namespace templates {
namespace {

// Anything longer does not count as properties.
constexpr std::size_t kMostBytes = std::size_t{16} << 10;
constexpr std::size_t kLongestName = 64;

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName && core::is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return core::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.' || c == ' ';
         });
}

std::string_view without_quotes(std::string_view value) {
  const bool is_quoted = value.size() >= 2 && value.front() == value.back() &&
                         (value.front() == '"' || value.front() == '\'');
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

// Whether it may be one: `de`, `pt-BR`.
bool is_language_tag(std::string_view text) {
  constexpr std::size_t kLongest = 35;
  const std::size_t end = std::min(text.find('-'), text.size());
  return (end == 2 || end == 3) && text.size() <= kLongest && text.back() != '-' &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end),
                     core::is_letter) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return core::is_letter_or_digit(c) || c == '-'; });
}

}  // namespace

// False if the line cannot be part of a YAML mapping.
bool FrontMatter::add(std::string_view line) {
  if (is_blank(line) || line.starts_with('#')) return true;
  const bool continues = line.starts_with(' ') || line.starts_with('\t') || line.starts_with("- ");
  if (continues) {
    if (properties_.empty()) return false;
    std::string& value = properties_.back().value;
    if (!value.empty()) value += '\n';
    value += core::trim(line);
    return true;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_name(line.substr(0, colon))) return false;
  const std::string_view behind = line.substr(colon + 1);
  if (!behind.empty() && behind.front() != ' ' && behind.front() != '\t') return false;
  properties_.push_back({line.substr(0, colon), std::string(without_quotes(core::trim(behind)))});
  return true;
}

FrontMatter::FrontMatter(std::string_view source) {
  std::string_view rest = source.substr(0, kMostBytes);
  if (core::trim(take_line(rest), " \t") != "---") return;
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    const std::string_view end = core::trim(line, " \t");
    if (end == "---" || end == "...") {
      if (!properties_.empty()) size_ = static_cast<std::size_t>(rest.data() - source.data());
      return;
    }
    if (!add(line)) return;
  }
}

std::string FrontMatter::language() const {
  for (const Property& property : properties_)
    if ((property.name == "lang" || property.name == "language") && is_language_tag(property.value))
      return property.value;
  return {};
}

html::Html FrontMatter::html() const {
  html::Html list("<dl class=\"properties\">");
  for (const Property& property : properties_)
    list += html::format("<div><dt>{}</dt><dd dir=\"auto\">{}</dd></div>", property.name,
                         property.value);
  list += "</dl>\n";
  return list;
}

}  // namespace templates
