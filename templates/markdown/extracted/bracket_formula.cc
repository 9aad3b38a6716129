#include "templates/markdown/extracted/bracket_formula.h"

#include <algorithm>
#include <array>

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "templates/markdown/source/line.h"

namespace templates {
namespace {

constexpr std::size_t kBracket = 2;  // with its backslash

// A letter that is neither Latin nor Greek, or has an accent. Symbols are none.
bool is_other_letter(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte == 0xc3) return !text.starts_with("\xc3\x97") && !text.starts_with("\xc3\xb7");  // × ÷
  const bool is_greek = byte == 0xce || byte == 0xcf;
  return (byte >= 0xc4 && byte <= 0xe1 && !is_greek) || (byte >= 0xe3 && byte <= 0xed);
}

// What tells TeX from text.
struct TexReading {
  bool has_command = false;
  bool has_sign = false;  // of an equation or a script
  bool has_letter_or_digit = false;
  bool has_other_letter = false;
  std::size_t longest_word = 0;
  std::size_t longest_in_lower_case = 0;
  std::size_t words = 0;  // of two letters or more, beside white space
};

bool is_in_lower_case(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

TexReading read_tex(std::string_view tex) {
  TexReading reading;
  for (std::size_t at = 0; at < tex.size();) {
    const std::size_t begin = at++;
    const char c = tex[begin];
    if (core::is_letter(c)) {
      while (at < tex.size() && core::is_letter(tex[at])) ++at;
      reading.has_letter_or_digit = true;
      reading.longest_word = std::max(reading.longest_word, at - begin);
      if (is_in_lower_case(tex.substr(begin, at - begin)))
        reading.longest_in_lower_case = std::max(reading.longest_in_lower_case, at - begin);
      const bool is_beside_space =
          (begin > 0 && is_space(tex[begin - 1])) || (at < tex.size() && is_space(tex[at]));
      if (is_beside_space && at - begin > 1) ++reading.words;
    } else if (c == '\\') {
      if (at < tex.size() && core::is_letter(tex[at])) reading.has_command = true;
      while (at < tex.size() && core::is_letter(tex[at])) ++at;
      if (at == begin + 1) ++at;  // An escaped mark is none.
    } else if (c == '=' || c == '^' || c == '_') {
      reading.has_sign = true;
    } else if (core::is_digit(c)) {
      reading.has_letter_or_digit = true;
    } else if (is_other_letter(tex.substr(begin))) {
      reading.has_other_letter = true;
    }
  }
  return reading;
}

bool has_marks_of_markup(std::string_view tex) {
  constexpr std::array<std::string_view, 3> kMarksOfMarkup{"](", "**", "</"};
  return std::any_of(kMarksOfMarkup.begin(), kMarksOfMarkup.end(), [tex](std::string_view mark) {
    return tex.find(mark) != std::string_view::npos;
  });
}

// Whether `tex` is rather text in brackets. A command makes it a formula.
bool reads_as_text(std::string_view tex, const TexReading& reading) {
  constexpr std::size_t kLongestName = 3;  // of a triangle, for example
  constexpr std::size_t kLongestProduct = 2;
  if (reading.has_command) return false;
  if (reading.longest_word > kLongestName || has_marks_of_markup(tex)) return true;
  if (reading.has_sign) return reading.words > 1;
  if (reading.longest_in_lower_case > kLongestProduct) return true;  // yes
  return reading.words > 0 || reading.has_other_letter || !reading.has_letter_or_digit;
}

// Whether `tex` is rather a reference, a box or an option in square brackets on one line: `[1]`,
// `[x]`, `[^note]`. A formula has something of TeX, or spaces within its brackets.
bool is_label(std::string_view tex, const TexReading& reading) {
  if (tex.starts_with('^')) return true;
  return !reading.has_command && !reading.has_sign &&
         !(is_space(tex.front()) && is_space(tex.back()));
}

// Not in `f\(x\)` or `\]\(`, and not in a URL. A script may follow a letter: `CO\(_2\)`.
bool bracket_may_open_behind(char c, std::string_view tex) {
  const bool is_script = tex.starts_with('_') || tex.starts_with('^');
  return core::is_letter_or_digit(c)
             ? is_script
             : std::string_view("?&/=%_]").find(c) == std::string_view::npos;
}

// Not before what follows the text of a link.
bool bracket_may_close_before(std::string_view text) {
  if (text.starts_with('\\')) text.remove_prefix(1);
  return text.empty() || std::string_view("([:").find(text.front()) == std::string_view::npos;
}

// The next backtick or bracket of the kind of `open` in `line` that is not escaped.
std::size_t find_mark(std::string_view line, char open, std::size_t from) {
  const char close = open == '(' ? ')' : ']';
  std::size_t at = line.find_first_of("\\`\n", from);
  while (at < line.size() && line[at] == '\\') {
    const char next = at + 1 < line.size() ? line[at + 1] : '\n';
    if (next == open || next == close) return at;
    at = line.find_first_of("\\`\n", next == '\n' ? at + 1 : at + kBracket);
  }
  return at;
}

}  // namespace

std::optional<Formula> bracket_formula_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const bool is_display = rest.starts_with("\\[");
  if (!is_display && !rest.starts_with("\\(")) return std::nullopt;
  const std::size_t end = find_mark(rest, rest[1], kBracket);
  if (end == std::string_view::npos || !rest.substr(end).starts_with(is_display ? "\\]" : "\\)"))
    return std::nullopt;
  const std::string_view tex = rest.substr(kBracket, end - kBracket);
  const std::string_view behind = rest.substr(end + kBracket);
  if (is_blank(tex) || (at > 0 && !bracket_may_open_behind(text[at - 1], tex)) ||
      (is_display && !bracket_may_close_before(behind)))
    return std::nullopt;
  const std::string_view trimmed = core::trim(tex);
  const TexReading reading = read_tex(trimmed);
  if (reads_as_text(trimmed, reading) || (is_display && is_label(tex, reading)))
    return std::nullopt;
  return Formula{rest.substr(0, end + kBracket), tex, is_display};
}

std::optional<std::size_t> bracket_block_opening(std::string_view line, std::size_t text_begin) {
  const std::string_view text = line.substr(text_begin);
  const std::string_view trimmed = core::trim(text);
  if (trimmed.ends_with(" \\[") && !trimmed.starts_with('|'))
    return text_begin + trimmed.size() - kBracket;
  if (trimmed.starts_with("\\[")) return text_begin;
  return std::nullopt;
}

std::optional<BracketBlock> bracket_block(std::string_view text) {
  std::string_view rest = text;
  const std::string_view first = take_line(rest);
  if (find_mark(first, '[', 0) != std::string_view::npos) return std::nullopt;
  const char* const middle = rest.data();
  while (!rest.empty()) {
    const char* const begin = rest.data();
    const std::string_view line = take_line(rest);
    const std::size_t text_begin = container_prefix(line);
    if (text_begin == line.size()) return std::nullopt;
    const std::size_t mark = find_mark(line, '[', text_begin);
    if (mark == std::string_view::npos) continue;
    if (!line.substr(mark).starts_with("\\]")) return std::nullopt;
    // A full stop belongs into the formula, as in TeX.
    const std::string_view behind = core::trim(line.substr(mark + kBracket));
    if (behind.size() > 1 || behind.find_first_not_of(".,;:") != std::string_view::npos)
      return std::nullopt;
    const std::string_view last = line.substr(0, mark);
    const auto size = static_cast<std::size_t>(last.data() + last.size() - text.data());
    const std::string_view tex = core::trim(text.substr(0, size));
    if (reads_as_text(tex, read_tex(tex))) return std::nullopt;
    return BracketBlock{first,
                        {middle, static_cast<std::size_t>(begin - middle)},
                        std::string(last).append(behind),
                        text.size() - rest.size()};
  }
  return std::nullopt;
}

}  // namespace templates
