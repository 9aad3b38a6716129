#include "templates/escaped_line_breaks.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/text/split.h"

namespace templates {

bool has_escaped_line_breaks(std::string_view document) {
  constexpr std::array<std::string_view, 12> kBeginnings{
      kEscapedLineBreak, "\\r\\n", "# ", "##", "- ", "* ", "**", "1. ", "| ", "|-", "> ", "```"};
  document = core::trim(document);
  if (document.find_first_of("\r\n") != std::string_view::npos) return false;
  bool is_in_code = false;
  for (std::size_t at = document.find_first_of("`\\"); at < document.size();
       at = document.find_first_of("`\\", at)) {
    const std::string_view rest = document.substr(at);
    if (rest.front() == '`') {
      is_in_code = !is_in_code;
      at = document.find_first_not_of('`', at);
      continue;
    }
    ++at;
    if (is_in_code || !rest.starts_with(kEscapedLineBreak)) continue;
    const std::string_view behind = rest.substr(kEscapedLineBreak.size());
    if (std::any_of(kBeginnings.begin(), kBeginnings.end(),
                    [&](std::string_view beginning) { return behind.starts_with(beginning); }))
      return true;
  }
  return false;
}

core::Warning escaped_line_breaks(std::string_view field) {
  return {
      core::WarningCode::escaped_line_breaks,
      "the text is one line, with a backslash and an n where line breaks belong; in JSON a line "
      "break is written \\n, and \\\\n is these two characters",
      std::string(field)};
}

}  // namespace templates
