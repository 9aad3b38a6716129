#include "client/documents/recognition/program_output.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "client/documents/recognition/markdown_signs.h"
#include "client/documents/recognition/text_lines.h"
#include "core/text/ascii.h"
#include "core/text/split.h"
#include "core/text/utf8.h"

namespace client {
namespace {

using Lines = std::vector<std::string_view>;

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

std::size_t words_of(std::string_view line) { return core::split_words(line).size(); }

// Logs: lines that begin with the hash of a commit, or with a time.

bool begins_with_hash(std::string_view line) {
  constexpr std::size_t kShortest = 7;
  constexpr std::size_t kLongest = 64;
  const std::size_t end = std::min(line.find_first_not_of("0123456789abcdef"), line.size());
  const std::string_view hash = line.substr(0, end);
  return end >= kShortest && end <= kLongest && (end == line.size() || line[end] == ' ') &&
         hash.find_first_of("0123456789") != std::string_view::npos &&
         hash.find_first_of("abcdef") != std::string_view::npos;
}

bool begins_with_month(std::string_view line) {
  static constexpr std::array<std::string_view, 12> kMonths{"Jan ", "Feb ", "Mar ", "Apr ",
                                                            "May ", "Jun ", "Jul ", "Aug ",
                                                            "Sep ", "Oct ", "Nov ", "Dec "};
  return std::any_of(kMonths.begin(), kMonths.end(),
                     [&](std::string_view month) { return line.starts_with(month); });
}

// hh:mm:ss
bool has_time(std::string_view text) {
  constexpr std::string_view kForm = "00:00:00";
  for (std::size_t at = 0; at + kForm.size() <= text.size(); ++at) {
    const std::string_view part = text.substr(at, kForm.size());
    if (std::equal(part.begin(), part.end(), kForm.begin(),
                   [](char c, char form) { return form == '0' ? core::is_digit(c) : c == form; }))
      return true;
  }
  return false;
}

bool begins_with_time(std::string_view line) {
  constexpr std::size_t kNear = 32;
  return !line.empty() &&
         (core::is_digit(line.front()) || line.starts_with('[') || begins_with_month(line)) &&
         has_time(line.substr(0, kNear));
}

// Also behind the graph that git draws.
bool is_record(std::string_view line) {
  return begins_with_time(core::trim(line)) || begins_with_hash(core::trim(line, "*|/\\_ "));
}

bool is_log(const Lines& lines) {
  constexpr std::string_view kCommit = "commit ";
  if (lines.front().starts_with(kCommit) && begins_with_hash(lines.front().substr(kCommit.size())))
    return true;
  const auto records = std::count_if(lines.begin(), lines.end(), is_record);
  return is_record(lines.front()) && static_cast<std::size_t>(records) * 2 >= lines.size();
}

// Tables.

// +----+, --+--, ---  ---
bool is_ruler(std::string_view line) {
  constexpr std::ptrdiff_t kLeast = 3;
  line = core::trim(line);
  if (line.find_first_not_of("+-=| ") != std::string_view::npos) return false;
  const auto strokes =
      std::count_if(line.begin(), line.end(), [](char c) { return c == '-' || c == '='; });
  if (strokes < kLeast) return false;
  if (line.find('+') != std::string_view::npos) return line != "+";
  return line.find('|') == std::string_view::npos &&
         (line.find("-- ") != std::string_view::npos ||
          line.find(" --") != std::string_view::npos ||
          line.find("== ") != std::string_view::npos || line.find(" ==") != std::string_view::npos);
}

// U+2500 to U+257F
bool has_box_drawing(std::string_view line) {
  return line.find("\xe2\x94") != std::string_view::npos ||
         line.find("\xe2\x95") != std::string_view::npos;
}

bool is_framed(const Lines& lines) {
  return std::any_of(lines.begin(), lines.end(), is_ruler) ||
         std::count_if(lines.begin(), lines.end(), has_box_drawing) > 1;
}

// (2 rows)
bool is_count_of_rows(std::string_view line) {
  return line.starts_with('(') && (line.ends_with(" row)") || line.ends_with(" rows)"));
}

bool has_values_between_bars(Lines lines) {
  if (is_count_of_rows(lines.back())) lines.pop_back();
  const auto bars = [](std::string_view line) { return std::count(line.begin(), line.end(), '|'); };
  return lines.size() > 1 && bars(lines.front()) > 0 &&
         std::all_of(lines.begin(), lines.end(),
                     [&](std::string_view line) { return bars(line) == bars(lines.front()); });
}

// A character for each of the line's: whether it is blank between others.
std::vector<bool> blanks_of(std::string_view line) {
  const std::size_t indent = indent_of(line);
  line = core::trim(line);
  std::vector<bool> blanks(indent, false);
  while (!line.empty()) {
    const std::uint32_t c = core::take_code_point(line);
    blanks.push_back(c == ' ' || c == '\t');
  }
  return blanks;
}

// How often `width` characters side by side are blank in `least` lines; where they are more, they
// count once.
std::size_t gaps_in(const Lines& lines, std::size_t width, std::size_t least) {
  std::vector<std::size_t> counts;
  for (const std::string_view line : lines) {
    const std::vector<bool> blanks = blanks_of(line);
    if (counts.size() < blanks.size()) counts.resize(blanks.size());
    for (std::size_t at = 0; at + width <= blanks.size(); ++at) {
      const auto from = blanks.begin() + static_cast<std::ptrdiff_t>(at);
      if (std::all_of(from, from + static_cast<std::ptrdiff_t>(width), [](bool is) { return is; }))
        ++counts[at];
    }
  }
  std::size_t gaps = 0;
  bool is_in_gap = false;
  for (const std::size_t count : counts) {
    if (count >= least && !is_in_gap) ++gaps;
    is_in_gap = count >= least;
  }
  return gaps;
}

// The words of prose are below one another by chance only: hardly ever at three places in all
// lines, nor with two spaces in most.
bool has_columns(const Lines& lines) {
  if (lines.size() < 2) return false;
  const std::size_t most = std::max<std::size_t>(2, (lines.size() * 7 + 9) / 10);
  if (gaps_in(lines, 2, most) > 0) return true;
  Lines rows;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(rows),
               [](std::string_view line) { return words_of(line) > 2; });
  if (rows.size() < 3) return false;
  return gaps_in(rows, 1, rows.size() - rows.size() / 8) >= (rows.size() == 3 ? 4U : 3U);
}

// Lines.

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool ends_as_prose(std::string_view line) {
  while (!line.empty() && is_one_of(line.back(), "\"')*_")) line.remove_suffix(1);
  return !line.empty() &&
         (is_one_of(line.back(), ".,!?:") || static_cast<unsigned char>(line.back()) >= 0x80);
}

// Names, as of files.
bool are_single_words(const Lines& lines) {
  return lines.size() > 1 && std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
           return words_of(line) == 1 && is_ascii(line) && !ends_as_prose(line);
         });
}

bool has_signs_of_code(std::string_view line) {
  return line.find_first_of("_=<>{}[]|\\/@#$%&*^~+;") != std::string_view::npos ||
         std::adjacent_find(line.begin(), line.end(), [](char c, char next) {
           return next == '(' && core::is_letter_or_digit(c);
         }) != line.end();
}

// How many lines of a text end where prose would not: before the next word would not have fitted,
// and not with a sentence.
class LineBreaks {
 public:
  void add_block(const Lines& block) {
    std::size_t width = 0;
    for (const std::string_view line : block)
      width = std::max(width, core::count_code_points(line));
    for (std::size_t i = 0; i + 1 < block.size(); ++i) {
      ++count_;
      if (!is_of_prose(block[i], block[i + 1], width)) ++odd_;
    }
  }
  std::size_t odd() const { return odd_; }
  bool are_mostly_odd() const { return odd_ * 3 >= count_ * 2; }

 private:
  static bool is_of_prose(std::string_view line, std::string_view next, std::size_t width) {
    constexpr std::size_t kNarrowest = 30;
    constexpr std::size_t kRagged = 10;
    if (indent_of(next) > indent_of(line) + 1) return false;
    if (ends_as_prose(line)) return true;
    if (line.find_last_of(";{}") == line.size() - 1) return false;
    if (width < kNarrowest || words_of(line) < 3) return false;
    const std::string_view text = core::trim(next);
    const std::string_view word = text.substr(0, text.find(' '));
    return core::count_code_points(line) + 1 + core::count_code_points(word) + kRagged > width;
  }

  std::size_t count_ = 0;
  std::size_t odd_ = 0;
};

bool has_lines_that_matter(std::string_view text, const Lines& lines) {
  LineBreaks breaks;
  Lines block;
  for (const std::string_view line : lines_of(text)) {
    if (!core::trim(line).empty()) {
      block.push_back(line);
      continue;
    }
    breaks.add_block(block);
    block.clear();
  }
  breaks.add_block(block);
  const auto of_code = std::count_if(lines.begin(), lines.end(), has_signs_of_code);
  const bool is_code = static_cast<std::size_t>(of_code) * 2 >= lines.size();
  return breaks.odd() >= (is_code ? 2U : 3U) && breaks.are_mostly_odd();
}

// Markdown shows that as code.
bool is_indented(std::string_view line) {
  return line.starts_with('\t') || line.starts_with("    ");
}

}  // namespace

bool looks_like_program_output(std::string_view text) {
  Lines lines = lines_of(text);
  std::erase_if(lines, [](std::string_view line) { return core::trim(line).empty(); });
  if (lines.empty()) return false;
  if (is_log(lines)) return true;
  if (std::all_of(lines.begin(), lines.end(), is_indented) || has_markdown_signs(text))
    return false;
  return is_framed(lines) || has_values_between_bars(lines) || has_columns(lines) ||
         are_single_words(lines) || has_lines_that_matter(text, lines);
}

}  // namespace client
