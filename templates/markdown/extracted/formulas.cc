#include "templates/markdown/extracted/formulas.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "templates/markdown/source/block_lines.h"
#include "templates/markdown/source/literal_marks.h"

namespace templates {
namespace {

// Bytes that are invalid in UTF-8, so that no document can contain a placeholder.
constexpr char kBegin = '\xff';
constexpr char kEnd = '\xfe';

constexpr std::size_t kShortestFence = 3;

bool is_escapable(char c) { return c > ' ' && c <= '~' && !core::is_letter_or_digit(c); }

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

std::size_t run_length(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(text[at], at), text.size()) - at;
}

// The next of `characters` on the same line that is not escaped.
std::size_t find_unescaped(std::string_view text, std::string_view characters, std::size_t from) {
  for (std::size_t at = from; at < text.size() && text[at] != '\n'; ++at) {
    if (characters.find(text[at]) != std::string_view::npos) return at;
    if (text[at] == '\\' && !text.substr(at + 1).starts_with('\n')) ++at;
  }
  return std::string_view::npos;
}

// Not in `US$`, and not in a URL's query, `?$top=5&$skip=`.
bool may_open_behind(char c) {
  return !core::is_letter(c) && !core::is_digit(c) &&
         std::string_view("$?&/=%").find(c) == std::string_view::npos;
}

// Not before digits (a price) or a name (a variable).
bool may_close_before(char c) {
  return !core::is_digit(c) && !is_capital(c) && c != '_' && c != '{';
}

// Whether `tex` between two dollar signs is probably text between two amounts or units: `($m) and
// profit ($m)`, `$5/GB in, 9$`. A command makes it a formula.
bool is_text(std::string_view tex) {
  std::ptrdiff_t open = 0;  // parentheses; brackets may be those of an interval: ]0, 1)
  std::size_t words = 0;
  bool is_word_whole = true;  // what precedes the current letters is not part of a name
  for (std::size_t at = 0; at < tex.size();) {
    const char c = tex[at];
    const std::size_t begin = at++;
    if (core::is_letter(c)) {
      while (at < tex.size() && core::is_letter(tex[at])) ++at;
      const bool ends =
          at == tex.size() || std::string_view(" ,;.:").find(tex[at]) != std::string_view::npos;
      if (is_word_whole && ends && at - begin > 1) ++words;
      is_word_whole = false;
      continue;
    }
    if (c == '\\' && at < tex.size() && core::is_letter(tex[at])) return false;
    if (c == '(' || c == '[' || (c == ']' && open == 0)) {
      ++open;
    } else if ((c == ')' || c == ']') && --open < 0) {
      return true;
    }
    is_word_whole = is_space(c);
  }
  constexpr std::size_t kMostWords = 1;
  return std::string_view("/,;").find(tex.front()) != std::string_view::npos ||
         std::string_view("/(").find(tex.back()) != std::string_view::npos ||
         words > (core::is_digit(tex.front()) ? 0 : kMostWords);
}

// Whether `tex` contains a bar that separates the cells of a table: between spaces, not in
// parentheses.
bool has_cell_border(std::string_view tex) {
  std::size_t open = 0;
  for (std::size_t at = 0; at < tex.size(); ++at) {
    if (std::string_view("([{").find(tex[at]) != std::string_view::npos) ++open;
    if (std::string_view(")]}").find(tex[at]) != std::string_view::npos && open > 0) --open;
    if (open == 0 && tex.substr(at).starts_with(" | ")) return true;
  }
  return false;
}

// The formula that begins with the dollar signs at `at` and ends on the same line. In any case
// `text` is read only up to the next dollar sign or backtick. `is_in_row`: the line may be a row of
// a table.
std::optional<Formula> dollar_formula_at(std::string_view text, std::size_t at, bool is_in_row) {
  const std::size_t dollars = run_length(text, at);
  if (dollars > 2 || (at > 0 && !may_open_behind(text[at - 1]))) return std::nullopt;
  const std::size_t begin = at + dollars;
  const bool is_display = dollars == 2;
  const auto formula = [&](std::size_t tex_begin, std::size_t tex_end, std::size_t end) {
    return Formula{text.substr(at, end - at), text.substr(tex_begin, tex_end - tex_begin),
                   is_display};
  };

  if (is_display) {
    const std::size_t end = find_unescaped(text, "$", begin);
    if (end == std::string_view::npos || run_length(text, end) != 2) return std::nullopt;
    if (is_blank(text.substr(begin, end - begin))) return std::nullopt;
    return formula(begin, end, end + 2);
  }
  if (text.substr(begin).starts_with('`')) {
    const std::size_t end = text.find_first_of("`\n", begin + 1);
    if (end == std::string_view::npos || end == begin + 1 || !text.substr(end).starts_with("`$"))
      return std::nullopt;
    return formula(begin + 1, end, end + 2);
  }
  const std::size_t end = find_unescaped(text, "$`", begin);
  if (end == std::string_view::npos || text[end] != '$' || is_space(text[begin]) ||
      is_space(text[end - 1]))
    return std::nullopt;
  const char next = end + 1 < text.size() ? text[end + 1] : ' ';
  if (next == '$' || !may_close_before(next)) return std::nullopt;
  const std::string_view tex = text.substr(begin, end - begin);
  if (is_text(tex) || (is_in_row && has_cell_border(tex))) return std::nullopt;
  return formula(begin, end, end + 1);
}

// Replaces the markers that `prefix` opens with white space, so that the line stays in the same
// containers.
std::string continued(std::string_view prefix) {
  std::string same(prefix);
  std::replace_if(
      same.begin(), same.end(), [](char c) { return c != '>' && c != '\t'; }, ' ');
  return same;
}

std::size_t longest_run_of_backticks(std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t at = text.find('`'); at != std::string_view::npos;) {
    const std::size_t length = run_length(text, at);
    longest = std::max(longest, length);
    at = text.find('`', at + length);
  }
  return longest;
}

std::string without_escapes(std::string_view text) {
  std::string unescaped;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && is_escapable(text[at + 1])) ++at;
    unescaped += text[at];
  }
  return unescaped;
}

}  // namespace

Formulas::Formulas(std::string_view source) {
  constexpr std::array<std::string_view, 3> kOpenings{"$", "\\(", "\\["};
  const bool has_formulas =
      std::any_of(kOpenings.begin(), kOpenings.end(), [source](std::string_view opening) {
        return source.find(opening) != std::string_view::npos;
      });
  const bool is_text = source.find(kBegin) == std::string_view::npos;
  if (!has_formulas || !is_text) {
    source_ = source;
    return;
  }
  source_.reserve(source.size() + source.size() / 4);
  BlockLines lines;
  std::string_view paragraph;
  const auto extend_paragraph = [&](std::string_view text) {
    paragraph = paragraph.empty()
                    ? text
                    : std::string_view(paragraph.data(), paragraph.size() + text.size());
  };
  const auto finish_paragraph = [&] {
    add_paragraph(paragraph);
    paragraph = {};
  };

  while (!source.empty()) {
    const std::string_view rest = source;
    const std::string_view line = take_line(source);
    const std::string_view whole_line = rest.substr(0, rest.size() - source.size());
    const std::size_t prefix = container_prefix(line);
    const LineKind kind = lines.take(line);
    if (prefix == line.size() || kind == LineKind::indented_code || kind == LineKind::fenced_code) {
      finish_paragraph();
      source_ += whole_line;
      continue;
    }
    if (kind == LineKind::text && line.substr(prefix).starts_with("$$")) {
      finish_paragraph();
      if (const std::size_t taken = add_block(rest); taken > 0) {
        source = rest.substr(taken);
        lines.end_block();
        continue;
      }
    }
    const auto opening =
        kind == LineKind::text ? bracket_block_opening(line, prefix) : std::nullopt;
    if (const auto block = opening ? bracket_block(rest.substr(*opening + 2)) : std::nullopt) {
      if (*opening > prefix) extend_paragraph(line.substr(0, *opening));
      finish_paragraph();
      const std::string_view before = line.substr(0, prefix);
      if (*opening > prefix) source_ += '\n';
      write_block(*opening > prefix ? continued(before) : std::string(before), before, block->first,
                  block->middle, block->last);
      source = rest.substr(*opening + 2 + block->size);
      lines.end_block();
      continue;
    }
    extend_paragraph(whole_line);
  }
  finish_paragraph();
}

void Formulas::add_paragraph(std::string_view paragraph) {
  const auto code = ends_of_code(paragraph);
  std::size_t line_end = 0;
  bool is_in_row = false;
  std::size_t done = 0;
  for (std::size_t at = 0; at < paragraph.size();) {
    core::CpuLimit::check();
    at = std::min(paragraph.find_first_of("\\`$", at), paragraph.size());
    if (at == paragraph.size()) break;
    while (at >= line_end) {
      const std::string_view rest = paragraph.substr(line_end);
      is_in_row = rest.substr(container_prefix(rest)).starts_with('|');
      line_end += std::min(rest.find('\n'), rest.size() - 1) + 1;
    }
    if (paragraph[at] == '`') {
      const auto end = code.find(at);
      at = end != code.end() ? end->second : at + run_length(paragraph, at);
      continue;
    }
    const bool is_escape = paragraph[at] == '\\';
    auto formula =
        is_escape ? bracket_formula_at(paragraph, at) : dollar_formula_at(paragraph, at, is_in_row);
    if (is_escape && formula && is_in_row && has_cell_border(formula->tex)) formula.reset();
    if (formula) {
      source_ += paragraph.substr(done, at - done);
      add_placeholder(*formula);
      at += formula->source.size();
      done = at;
    } else {
      at += is_escape ? 2 : run_length(paragraph, at);
    }
  }
  source_ += paragraph.substr(done);
}

// Writes the block that begins with the dollar signs on the first line of `text` as code, and
// returns its length; nothing if it does not end on a later line of the same paragraph.
std::size_t Formulas::add_block(std::string_view text) {
  std::string_view rest = text;
  std::string_view line = take_line(rest);
  const std::string_view prefix = line.substr(0, container_prefix(line));
  const std::string_view first = line.substr(prefix.size() + 2);
  if (first.find('$') != std::string_view::npos || text.data() < searched_until_) return 0;

  const std::string_view middle = rest;
  for (;;) {
    const char* const begin = rest.data();
    if (rest.empty()) break;
    line = take_line(rest);
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    const std::size_t text_begin = container_prefix(line);
    if (text_begin == line.size()) break;
    if (!line.ends_with("$$") || line.size() < text_begin + 2) continue;

    const std::string_view last = line.substr(0, line.size() - 2);
    write_block(prefix, prefix, first,
                {middle.data(), static_cast<std::size_t>(begin - middle.data())}, last);
    return text.size() - rest.size();
  }
  // Remembered, so that many unclosed openings do not each search again.
  searched_until_ = rest.data();
  return 0;
}

// Writes a formula as code. `opening` precedes it on its first line, and `prefix` is that of the
// line in the source.
void Formulas::write_block(std::string_view opening, std::string_view prefix,
                           std::string_view first, std::string_view middle, std::string_view last) {
  const std::size_t backticks =
      std::max({longest_run_of_backticks(first), longest_run_of_backticks(middle),
                longest_run_of_backticks(last)});
  const std::string fence(std::max(kShortestFence, backticks + 1), '`');
  source_.append(opening).append(fence).append("math\n");
  if (!is_blank(first)) source_.append(continued(prefix)).append(first).append("\n");
  source_ += middle;
  if (container_prefix(last) < last.size()) source_.append(last).append("\n");
  source_.append(continued(prefix)).append(fence).append("\n");
}

void Formulas::add_placeholder(const Formula& formula) {
  // The same formula has the same placeholder, as the label of a link is compared with that of its
  // definition.
  const auto [number, is_new] = numbers_.emplace(formula.source, formulas_.size());
  if (is_new) formulas_.push_back(formula);
  source_ += kBegin;
  source_ += std::to_string(number->second);
  source_ += kEnd;
}

std::optional<Formulas::Placeholder> Formulas::find_placeholder(std::string_view text,
                                                                std::size_t from) const {
  if (formulas_.empty()) return std::nullopt;
  const std::size_t begin = text.find(kBegin, from);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = text.find(kEnd, begin);
  std::size_t number = formulas_.size();
  if (end != std::string_view::npos)
    std::from_chars(text.data() + begin + 1, text.data() + end, number);
  if (number >= formulas_.size()) return std::nullopt;
  return Placeholder{begin, end + 1, formulas_[number]};
}

std::string Formulas::restored(std::string_view text, Escapes escapes) const {
  std::string written;
  std::size_t done = 0;
  while (const auto placeholder = find_placeholder(text, done)) {
    written += text.substr(done, placeholder->begin - done);
    const std::string_view source = placeholder->formula.source;
    written += escapes == Escapes::kept ? std::string(source) : without_escapes(source);
    done = placeholder->end;
  }
  written += text.substr(done);
  return written;
}

namespace {

constexpr std::size_t kBracket = 2;  // with its backslash

// A letter that is neither Latin nor Greek, or has an accent. Symbols are not letters.
bool is_other_letter(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte == 0xc3) return !text.starts_with("\xc3\x97") && !text.starts_with("\xc3\xb7");  // × ÷
  const bool is_greek = byte == 0xce || byte == 0xcf;
  return (byte >= 0xc4 && byte <= 0xe1 && !is_greek) || (byte >= 0xe3 && byte <= 0xed);
}

// Characters that distinguish TeX from text.
struct TexReading {
  bool has_command = false;
  bool has_sign = false;  // of an equation or a script
  bool has_letter_or_digit = false;
  bool has_other_letter = false;
  std::size_t longest_word = 0;
  std::size_t longest_in_lower_case = 0;
  std::size_t words = 0;  // of two letters or more, next to white space
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
      if (at == begin + 1) ++at;  // An escaped mark does not count.
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

// Whether `tex` is probably text in brackets. A command makes it a formula.
bool reads_as_text(std::string_view tex, const TexReading& reading) {
  constexpr std::size_t kLongestName = 3;  // of a triangle, for example
  constexpr std::size_t kLongestProduct = 2;
  if (reading.has_command) return false;
  if (reading.longest_word > kLongestName || has_marks_of_markup(tex)) return true;
  if (reading.has_sign) return reading.words > 1;
  if (reading.longest_in_lower_case > kLongestProduct) return true;  // yes
  return reading.words > 0 || reading.has_other_letter || !reading.has_letter_or_digit;
}

// Whether `tex` is probably a reference, a box or an option in square brackets on one line: `[1]`,
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
    // A full stop is part of the formula, as in TeX.
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
