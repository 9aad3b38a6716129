#include "client/documents/recognition/markdown_signs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "client/documents/recognition/text_lines.h"
#include "core/text/ascii.h"
#include "core/text/split.h"

namespace client {
namespace {

bool is_space_or_end(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == ' ';
}

bool is_word_at(std::string_view text, std::size_t at) {
  return at + 1 < text.size() && text[at] == ' ' && !core::trim(text.substr(at)).empty();
}

bool is_heading(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level >= 1 && level <= 6 && is_word_at(line, level);
}

bool is_list_item(std::string_view line) {
  if (line.empty()) return false;
  if (std::string_view("-*+").find(line.front()) != std::string_view::npos)
    return is_word_at(line, 1);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits >= 1 && digits <= 9 && digits < line.size() &&
         (line[digits] == '.' || line[digits] == ')') && is_word_at(line, digits + 1);
}

bool is_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

bool is_quote(std::string_view line) { return line.starts_with('>') && is_space_or_end(line, 1); }

// [name]: address
bool is_link_definition(std::string_view line) {
  const std::size_t end = line.find("]: ");
  if (!line.starts_with('[') || end == std::string_view::npos) return false;
  const std::string_view address = core::trim(line.substr(end + 2));
  return address.find("://") != std::string_view::npos || address.starts_with('/') ||
         address.starts_with('#') || address.starts_with('.') || address.starts_with('<');
}

bool begins_block_of_html(std::string_view line) {
  static constexpr std::array<std::string_view, 14> kTags{
      "p",  "div", "details", "table", "img", "picture", "center",
      "h1", "h2",  "h3",      "h4",    "ul",  "ol",      "blockquote"};
  if (!line.starts_with('<')) return false;
  if (line.starts_with("<!--")) return true;
  const std::string_view name = line.substr(1, line.find_first_of(" >/", 1) - 1);
  return std::find(kTags.begin(), kTags.end(), core::in_lower_case(name)) != kTags.end();
}

// The row of a table below its header: | --- | :-: |
bool is_delimiter_row(std::string_view line) {
  return line.find('|') != std::string_view::npos && line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|:- \t") == std::string_view::npos;
}

// The line below a heading. Rulers are longer, and tables go on below theirs.
bool is_underline(std::string_view above, std::string_view line, std::string_view below) {
  constexpr std::size_t kMostLonger = 3;
  const bool is_line = line.size() >= 3 && (line.find_first_not_of('=') == std::string_view::npos ||
                                            line.find_first_not_of('-') == std::string_view::npos);
  return is_line && core::trim(below).empty() && !above.empty() && !above.starts_with(' ') &&
         line.size() <= above.size() + kMostLonger;
}

bool may_begin_markup(std::string_view line, std::size_t at) {
  return at == 0 || std::string_view(" (*_\"'!").find(line[at - 1]) != std::string_view::npos;
}

bool may_end_emphasis(std::string_view line, std::size_t end) {
  return end >= line.size() ||
         std::string_view(" .,;:!?)\"'*_").find(line[end]) != std::string_view::npos;
}

bool has_link(std::string_view line) {
  for (std::size_t middle = line.find("]("); middle != std::string_view::npos;
       middle = line.find("](", middle + 1)) {
    const std::size_t begin = line.rfind('[', middle);
    const std::size_t end = line.find(')', middle);
    if (begin == std::string_view::npos || begin + 1 == middle || end == std::string_view::npos)
      continue;
    // A title may follow the address; functions without a name look similar.
    const std::string_view target = line.substr(middle + 2, end - middle - 2);
    const std::size_t space = target.find(' ');
    const bool is_address =
        space == std::string_view::npos ? !target.empty() : target.find('"') == space + 1;
    if (is_address && may_begin_markup(line, begin)) return true;
  }
  return false;
}

// Between two of these marks, on one line.
bool has_emphasis(std::string_view line, std::string_view mark) {
  for (std::size_t begin = line.find(mark); begin != std::string_view::npos;
       begin = line.find(mark, begin + 1)) {
    const std::size_t text = begin + mark.size();
    if (text >= line.size() || line[text] == ' ' || line[text] == mark.front()) continue;
    if (begin > 0 && std::string_view(" (\"").find(line[begin - 1]) == std::string_view::npos)
      continue;
    const std::size_t end = line.find(mark, text);
    if (end != std::string_view::npos && line[end - 1] != ' ' &&
        may_end_emphasis(line, end + mark.size()))
      return true;
  }
  return false;
}

}  // namespace

bool has_markdown_signs(std::string_view text) {
  constexpr std::size_t kWordsOfProse = 4;
  const std::vector<std::string_view> lines = lines_of(text);
  const bool has_paragraphs = core::trim(text).find("\n\n") != std::string_view::npos;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t indent = std::min(lines[i].find_first_not_of(' '), lines[i].size());
    // The text of a block of code.
    if (indent > 3 || lines[i].starts_with('\t')) continue;
    const std::string_view line = lines[i].substr(indent);
    if (is_heading(line) || is_list_item(line) || is_fence(line) || is_quote(line) ||
        is_link_definition(line) || begins_block_of_html(line) || has_link(line) ||
        has_emphasis(line, "**"))
      return true;
    if (i > 0 && is_delimiter_row(line) && lines[i - 1].find('|') != std::string_view::npos)
      return true;
    if (i > 0 && is_underline(lines[i - 1], line, i + 1 < lines.size() ? lines[i + 1] : ""))
      return true;
    if (has_paragraphs && core::split_words(line).size() >= kWordsOfProse &&
        (has_emphasis(line, "*") || has_emphasis(line, "_")))
      return true;
  }
  return false;
}

}  // namespace client
