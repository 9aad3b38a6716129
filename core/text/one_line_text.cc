#include "core/text/one_line_text.h"

#include <algorithm>

#include "core/text/invisible.h"
#include "core/text/split.h"
#include "core/text/utf8.h"

namespace core {
namespace {

bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }

}  // namespace

std::optional<std::string> read_one_line(std::string_view text, std::size_t most) {
  text = trim(text, " ");
  if (text.empty() || std::any_of(text.begin(), text.end(), is_control) || !is_utf8(text) ||
      count_code_points(text) > most || hidden_character(text))
    return std::nullopt;
  return std::string(text);
}

std::string why_not_one_line(std::string_view text, std::size_t most) {
  if (const auto hidden = hidden_character(text))
    return "must not contain invisible characters such as " + *hidden;
  return "must have 1 to " + std::to_string(most) + " characters on a single line";
}

}  // namespace core
