#include "core/text/text_difference.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/sequences.h"
#include "core/text/text.h"

namespace core {
namespace {

using Lines = std::vector<std::string_view>;

std::size_t count_of_lines(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return text.empty() || text.ends_with('\n') ? ends : ends + 1;
}

// Without their ends.
Lines split_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// The length of the whole lines that both texts begin with.
std::size_t common_beginning(std::string_view a, std::string_view b) {
  const auto differs = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const std::string_view same = a.substr(0, static_cast<std::size_t>(differs - a.begin()));
  return same.size() == a.size() && same.size() == b.size() ? same.size() : same.rfind('\n') + 1;
}

// The same for those that both end with.
std::size_t common_end(std::string_view a, std::string_view b) {
  const auto differs = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  const auto length = static_cast<std::size_t>(differs - a.rbegin());
  const std::string_view same = a.substr(a.size() - length);
  const std::size_t first = same.find('\n');
  return first == std::string_view::npos ? 0 : same.size() - first - 1;
}

// Words

// Scripts without spaces, of which each character is compared by itself.
bool stands_alone(std::uint32_t c) {
  return (c >= 0x0e00 && c < 0x0f00) || (c >= 0x1000 && c < 0x10a0) ||
         (c >= 0x1780 && c < 0x1800) || (c >= 0x2000 && c < 0x2c00) || c >= 0x2e80;
}

bool is_in_word(char c) { return is_letter_or_digit(c) || c == '_' || (c & 0x80) != 0; }

// A word, spaces, a line break, or any other character.
std::string_view take_word_or_sign(std::string_view& text) {
  const std::string_view before = text;
  const auto taken = [&] { return before.substr(0, before.size() - text.size()); };
  if (text.front() == ' ' || text.front() == '\t') {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return taken();
  }
  if (!is_in_word(text.front())) {
    text.remove_prefix(1);
    return taken();
  }
  while (!text.empty() && is_in_word(text.front())) {
    std::string_view rest = text;
    if ((text.front() & 0x80) == 0) {
      rest.remove_prefix(1);
    } else if (stands_alone(take_code_point(rest))) {
      if (text.size() == before.size()) text = rest;
      break;
    }
    text = rest;
  }
  return taken();
}

bool has_word(std::string_view token) {
  return std::any_of(token.begin(), token.end(), is_in_word);
}

// What the first lines of both versions begin with, and the last ones end with, up to a word: each
// is compared as one.
struct CommonEnds {
  std::size_t beginning = 0;
  std::size_t end = 0;
};

CommonEnds common_ends(std::span<const std::string_view> from,
                       std::span<const std::string_view> to) {
  CommonEnds ends;
  std::string_view a = from.front();
  std::string_view b = to.front();
  const auto differs = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  ends.beginning = static_cast<std::size_t>(differs - a.begin());
  while (ends.beginning > 0 && is_in_word(a[ends.beginning - 1])) --ends.beginning;
  a = from.back().substr(from.size() == 1 ? ends.beginning : 0);
  b = to.back().substr(to.size() == 1 ? ends.beginning : 0);
  const auto differs_last = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  ends.end = static_cast<std::size_t>(differs_last - a.rbegin());
  while (ends.end > 0 && is_in_word(a[a.size() - ends.end])) --ends.end;
  return ends;
}

// The words of lines that follow each other.
struct Words {
  std::vector<std::string_view> tokens;
  std::vector<bool> are_changed;
  std::vector<std::size_t> line_ends;  // in tokens; each line has a line break at its end
  std::vector<std::size_t> places;     // of those that have letters or digits, in tokens

  std::vector<std::string_view> texts() const {
    std::vector<std::string_view> all;
    for (const std::size_t place : places) all.push_back(tokens[place]);
    return all;
  }
  // The text before the word with this number, or behind the last one: spaces, signs and line
  // breaks.
  std::size_t gap_begin(std::size_t word) const { return word == 0 ? 0 : places[word - 1] + 1; }
  std::span<const std::string_view> gap(std::size_t word) const {
    const std::size_t end = word == places.size() ? tokens.size() : places[word];
    return std::span(tokens).subspan(gap_begin(word), end - gap_begin(word));
  }
};

// False if there are more than `most`.
bool read_words(std::span<const std::string_view> lines, const CommonEnds& ends, std::size_t most,
                Words& words) {
  static constexpr std::string_view kLineBreak = "\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (i == 0 && ends.beginning > 0) {
      words.tokens.push_back(line.substr(0, ends.beginning));
      line.remove_prefix(ends.beginning);
    }
    const std::size_t last = i + 1 == lines.size() ? ends.end : 0;
    while (line.size() > last) {
      if (words.tokens.size() >= most) return false;
      std::string_view rest = line.substr(0, line.size() - last);
      words.tokens.push_back(take_word_or_sign(rest));
      line.remove_prefix(words.tokens.back().size());
    }
    if (last > 0) words.tokens.push_back(line);
    words.tokens.push_back(kLineBreak);
    words.line_ends.push_back(words.tokens.size());
  }
  words.are_changed.assign(words.tokens.size(), true);
  for (std::size_t i = 0; i < words.tokens.size(); ++i)
    if (has_word(words.tokens[i])) words.places.push_back(i);
  return true;
}

bool is_space(std::string_view token) { return trim(token).empty(); }

// Lines that are wrapped anew have line breaks in place of spaces.
bool are_equal_gaps(std::span<const std::string_view> a, std::span<const std::string_view> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end()) ||
         (std::all_of(a.begin(), a.end(), is_space) && std::all_of(b.begin(), b.end(), is_space));
}

void keep_gap(Words& words, std::size_t word) {
  for (std::size_t i = 0; i < words.gap(word).size(); ++i)
    words.are_changed[words.gap_begin(word) + i] = false;
}

void keep_equal_gaps(Words& from, std::size_t from_word, Words& to, std::size_t to_word) {
  if (!are_equal_gaps(from.gap(from_word), to.gap(to_word))) return;
  keep_gap(from, from_word);
  keep_gap(to, to_word);
}

// The line in parts, of which one at least has words as in the other version, and one has changed.
// Nothing for other lines.
std::vector<LinePart> parts_of_line(const Words& words, std::size_t begin, std::size_t end) {
  std::vector<LinePart> parts;
  bool keeps_word = false;
  bool has_change = false;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_changed = words.are_changed[i];
    if (parts.empty() || parts.back().is_changed != is_changed) parts.push_back({{}, is_changed});
    parts.back().text += words.tokens[i];
    has_change |= is_changed;
    keeps_word |= !is_changed && has_word(words.tokens[i]);
  }
  return keeps_word && has_change ? std::move(parts) : std::vector<LinePart>();
}

using PartsOfLines = std::vector<std::vector<LinePart>>;

PartsOfLines parts_of_lines(const Words& words) {
  PartsOfLines all;
  std::size_t begin = 0;
  for (const std::size_t end : words.line_ends) {
    all.push_back(parts_of_line(words, begin, end - 1));
    begin = end;
  }
  return all;
}

struct ComparedWords {
  PartsOfLines from;
  PartsOfLines to;
};

// Nothing if there are more words than `words_left`, from which those are taken that are compared.
ComparedWords compare_words(std::span<const std::string_view> from,
                            std::span<const std::string_view> to, std::size_t& words_left) {
  ComparedWords none{PartsOfLines(from.size()), PartsOfLines(to.size())};
  if (from.empty() || to.empty()) return none;
  Words from_words;
  Words to_words;
  const CommonEnds ends = common_ends(from, to);
  if (!read_words(from, ends, words_left, from_words) ||
      !read_words(to, ends, words_left - std::min(words_left, from_words.tokens.size()), to_words))
    return none;
  const std::size_t count = from_words.tokens.size() + to_words.tokens.size();
  words_left -= std::min(words_left, count);
  constexpr std::size_t kStepsOfWord = 100;
  // What stands around a word that both have is as before if it is the same, as is what both begin
  // or end with.
  keep_equal_gaps(from_words, 0, to_words, 0);
  keep_equal_gaps(from_words, from_words.places.size(), to_words, to_words.places.size());
  for (const Match& match :
       match_sequences(number_texts(from_words.texts(), to_words.texts()), count * kStepsOfWord)) {
    for (std::size_t i = 0; i < match.length; ++i) {
      from_words.are_changed[from_words.places[match.from + i]] = false;
      to_words.are_changed[to_words.places[match.to + i]] = false;
      keep_equal_gaps(from_words, match.from + i, to_words, match.to + i);
      keep_equal_gaps(from_words, match.from + i + 1, to_words, match.to + i + 1);
    }
  }
  return {parts_of_lines(from_words), parts_of_lines(to_words)};
}

// Long lines

constexpr std::string_view kEllipsis = "…";
// Kept on each side of a change.
constexpr std::size_t kBytesAround = 100;

std::string_view last_characters(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  text.remove_prefix(text.size() - most);
  while (!text.empty() && is_continuation(text.front())) text.remove_prefix(1);
  return text;
}

void shorten_kept_part(LinePart& part, bool is_first, bool is_last, std::size_t& omitted) {
  const std::string_view whole = part.text;
  const std::string_view begin =
      is_first ? std::string_view() : whole_characters(whole, kBytesAround);
  const std::string_view end = is_last ? std::string_view() : last_characters(whole, kBytesAround);
  if (begin.size() + end.size() + kEllipsis.size() >= whole.size()) return;
  omitted += whole.size() - begin.size() - end.size();
  part.text = std::string(begin).append(kEllipsis).append(end);
}

// Shortens what is as in the other version, and then cuts off the end.
void shorten(DifferingLine& line, std::size_t most) {
  std::size_t bytes = 0;
  for (const LinePart& part : line.parts) bytes += part.text.size();
  if (bytes <= most) return;
  if (line.parts.size() > 1)
    for (std::size_t i = 0; i < line.parts.size(); ++i)
      if (!line.parts[i].is_changed)
        shorten_kept_part(line.parts[i], i == 0, i + 1 == line.parts.size(), line.omitted_bytes);
  std::size_t left = most;
  for (std::size_t i = 0; i < line.parts.size(); ++i) {
    std::string& text = line.parts[i].text;
    if (text.size() <= left) {
      left -= text.size();
      continue;
    }
    const std::size_t kept = whole_characters(text, left).size();
    line.omitted_bytes += text.size() - kept;
    for (std::size_t k = i + 1; k < line.parts.size(); ++k)
      line.omitted_bytes += line.parts[k].text.size();
    text.resize(kept);
    text += kEllipsis;
    line.parts.resize(i + 1);
  }
}

// Hunks

// A run of lines of both versions that has changed; one of them may have none.
struct ChangedLines {
  std::size_t from = 0;
  std::size_t from_end = 0;
  std::size_t to = 0;
  std::size_t to_end = 0;
};

class HunkWriter {
 public:
  // `lines_before`: how many lines both have before those that are given.
  HunkWriter(const Lines& from, const Lines& to, std::size_t lines_before,
             const TextDifferenceLimits& limits)
      : from_(from), to_(to), lines_before_(lines_before), limits_(limits) {}

  // Adds the changes, which follow each other closely, with the lines of `from` from `kept_from` to
  // `kept_to`. False if no space is left.
  bool add(std::span<const ChangedLines> changes, std::size_t kept_from, std::size_t kept_to,
           TextDifference& difference) {
    if (bytes_ >= limits_.bytes) return false;
    Hunk hunk;
    const std::size_t before = changes.front().from - kept_from;
    const std::size_t after = kept_to - changes.back().from_end;
    const std::size_t to_begin = changes.front().to - before;
    hunk.from_count = kept_to - kept_from;
    hunk.to_count = changes.back().to_end + after - to_begin;
    hunk.from_line = lines_before_ + kept_from + (hunk.from_count > 0 ? 1 : 0);
    hunk.to_line = lines_before_ + to_begin + (hunk.to_count > 0 ? 1 : 0);
    std::size_t kept = kept_from;
    while (!changes.empty() && bytes_ < limits_.bytes) {
      add_kept(kept, changes.front().from, hunk);
      add_change(changes.front(), hunk);
      kept = changes.front().from_end;
      changes = changes.subspan(1);
    }
    if (changes.empty())
      add_kept(kept, kept_to, hunk);
    else
      add_omitted(kept, changes, kept_to, hunk);
    difference.hunks.push_back(std::move(hunk));
    return true;
  }

 private:
  using Kind = DifferingLine::Kind;

  void add_kept(std::size_t begin, std::size_t end, Hunk& hunk) {
    for (std::size_t i = begin; i < end; ++i) add_line(Kind::kept, from_[i], {}, hunk);
  }

  // The rest of a hunk, as numbers of lines.
  static void add_omitted(std::size_t kept_from, std::span<const ChangedLines> changes,
                          std::size_t kept_to, Hunk& hunk) {
    std::size_t removed = 0;
    std::size_t added = 0;
    for (const ChangedLines& change : changes) {
      removed += change.from_end - change.from;
      added += change.to_end - change.to;
    }
    for (const auto& [kind, count] :
         {std::pair(Kind::kept, kept_to - kept_from - removed), std::pair(Kind::removed, removed),
          std::pair(Kind::added, added)})
      if (count > 0) hunk.lines.push_back({.kind = kind, .omitted_lines = count});
  }

  void add_change(const ChangedLines& change, Hunk& hunk) {
    const auto shown = [&](const Lines& lines, std::size_t begin, std::size_t end) {
      return std::span(lines).subspan(begin, std::min(end - begin, limits_.run));
    };
    const auto removed = shown(from_, change.from, change.from_end);
    const auto added = shown(to_, change.to, change.to_end);
    ComparedWords words = compare_words(removed, added, words_left_);
    add_run(Kind::removed, removed, change.from_end - change.from, words.from, hunk);
    add_run(Kind::added, added, change.to_end - change.to, words.to, hunk);
  }

  void add_run(Kind kind, std::span<const std::string_view> lines, std::size_t count,
               PartsOfLines& parts, Hunk& hunk) {
    std::size_t i = 0;
    for (; i < lines.size() && bytes_ < limits_.bytes; ++i)
      add_line(kind, lines[i], std::move(parts[i]), hunk);
    if (i < count) hunk.lines.push_back({.kind = kind, .omitted_lines = count - i});
  }

  void add_line(Kind kind, std::string_view text, std::vector<LinePart> parts, Hunk& hunk) {
    // Nothing after this would remain of a longer one.
    const std::string_view beginning = whole_characters(text, 2 * limits_.line_bytes);
    DifferingLine line{.kind = kind, .parts = std::move(parts)};
    if (line.parts.empty()) {
      line.parts.push_back({std::string(beginning), kind != Kind::kept});
      line.omitted_bytes = text.size() - beginning.size();
    }
    shorten(line, limits_.line_bytes);
    for (const LinePart& part : line.parts) bytes_ += part.text.size();
    bytes_ += kBytesOfLine;
    hunk.lines.push_back(std::move(line));
  }

  // What a line takes apart from its text.
  static constexpr std::size_t kBytesOfLine = 32;

  const Lines& from_;
  const Lines& to_;
  const std::size_t lines_before_;
  const TextDifferenceLimits& limits_;
  std::size_t bytes_ = 0;
  std::size_t words_left_ = limits_.words;
};

std::vector<ChangedLines> changed_lines(const Lines& from, const Lines& to) {
  std::vector<ChangedLines> changes;
  ChangedLines change;
  const auto end_at = [&](std::size_t from_end, std::size_t to_end) {
    change.from_end = from_end;
    change.to_end = to_end;
    if (change.from != change.from_end || change.to != change.to_end) changes.push_back(change);
  };
  for (const Match& match : match_sequences(number_texts(from, to))) {
    end_at(match.from, match.to);
    change.from = match.from + match.length;
    change.to = match.to + match.length;
  }
  end_at(from.size(), to.size());
  return changes;
}

}  // namespace

std::string DifferingLine::text() const {
  std::string text;
  for (const LinePart& part : parts) text += part.text;
  return text;
}

TextDifference compare_texts(std::string_view from, std::string_view to,
                             const TextDifferenceLimits& limits) {
  TextDifference difference{.from_lines = count_of_lines(from), .to_lines = count_of_lines(to)};
  if (from == to) return difference;
  // What both begin and end with need not be split into lines, except for what is shown of it.
  std::size_t before = common_beginning(from, to);
  std::size_t after = common_end(from.substr(before), to.substr(before));
  for (std::size_t i = 0; i < limits.context && before > 0; ++i)
    before = before == 1 ? 0 : from.rfind('\n', before - 2) + 1;
  for (std::size_t i = 0; i < limits.context && after > 0; ++i) {
    const std::size_t end = from.find('\n', from.size() - after);
    after = end == std::string_view::npos ? 0 : from.size() - end - 1;
  }
  const std::size_t lines_before = count_of_lines(from.substr(0, before));
  from = from.substr(before, from.size() - before - after);
  to = to.substr(before, to.size() - before - after);
  if (count_of_lines(from) + count_of_lines(to) > limits.lines) {
    difference.is_compared = false;
    return difference;
  }
  CpuLimit::check();
  const Lines from_lines = split_lines(from);
  const Lines to_lines = split_lines(to);
  const std::vector<ChangedLines> changes = changed_lines(from_lines, to_lines);
  difference.is_in_line_ends = changes.empty();
  HunkWriter writer(from_lines, to_lines, lines_before, limits);
  for (std::size_t first = 0; first < changes.size();) {
    CpuLimit::check();
    std::size_t last = first;
    while (last + 1 < changes.size() &&
           changes[last + 1].from - changes[last].from_end <= 2 * limits.context)
      ++last;
    const auto together = std::span(changes).subspan(first, last + 1 - first);
    const std::size_t kept_from =
        changes[first].from - std::min(changes[first].from, limits.context);
    const std::size_t kept_to =
        std::min(changes[last].from_end + limits.context, from_lines.size());
    std::size_t removed = 0;
    std::size_t added = 0;
    for (const ChangedLines& change : together) {
      removed += change.from_end - change.from;
      added += change.to_end - change.to;
    }
    difference.removed += removed;
    difference.added += added;
    if (!writer.add(together, kept_from, kept_to, difference)) {
      ++difference.omitted.hunks;
      difference.omitted.removed += removed;
      difference.omitted.added += added;
    }
    first = last + 1;
  }
  return difference;
}

}  // namespace core
