#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "core/text/text.h"

namespace core {
namespace {

struct CodePoints {
  char32_t first;
  char32_t last;
};

// Beyond ASCII, in ascending order: punctuation, symbols, spaces, and characters without meaning.
constexpr std::array kSeparators{
    CodePoints{0x80, 0xa9},       CodePoints{0xab, 0xb4},       CodePoints{0xb6, 0xb9},
    CodePoints{0xbb, 0xbf},       CodePoints{0xd7, 0xd7},       CodePoints{0xf7, 0xf7},
    CodePoints{0x2c2, 0x2c5},     CodePoints{0x2d2, 0x2df},     CodePoints{0x37e, 0x37e},
    CodePoints{0x387, 0x387},     CodePoints{0x55a, 0x55f},     CodePoints{0x589, 0x58a},
    CodePoints{0x5be, 0x5be},     CodePoints{0x5c0, 0x5c0},     CodePoints{0x5c3, 0x5c3},
    CodePoints{0x5f3, 0x5f4},     CodePoints{0x600, 0x60f},     CodePoints{0x61b, 0x61f},
    CodePoints{0x66a, 0x66d},     CodePoints{0x6d4, 0x6d4},     CodePoints{0x964, 0x965},
    CodePoints{0xe3f, 0xe3f},     CodePoints{0xe4f, 0xe4f},     CodePoints{0xe5a, 0xe5b},
    CodePoints{0x104a, 0x104f},   CodePoints{0x1361, 0x1368},   CodePoints{0x1680, 0x1680},
    CodePoints{0x17d4, 0x17da},   CodePoints{0x2000, 0x200b},   CodePoints{0x200e, 0x206f},
    CodePoints{0x20a0, 0x20cf},   CodePoints{0x2190, 0x2bff},   CodePoints{0x2e00, 0x2e7f},
    CodePoints{0x3000, 0x3004},   CodePoints{0x3008, 0x3020},   CodePoints{0x3030, 0x3030},
    CodePoints{0x30a0, 0x30a0},   CodePoints{0x30fb, 0x30fb},   CodePoints{0xe000, 0xf8ff},
    CodePoints{0xfe10, 0xfe1f},   CodePoints{0xfe30, 0xfe6f},   CodePoints{0xfeff, 0xfeff},
    CodePoints{0xff00, 0xff0f},   CodePoints{0xff1a, 0xff20},   CodePoints{0xff3b, 0xff40},
    CodePoints{0xff5b, 0xff65},   CodePoints{0xffe0, 0xffff},   CodePoints{0x1f000, 0x1faff},
    CodePoints{0xe0000, 0xe007f}, CodePoints{0xf0000, 0x10ffff}};

// The characters of scripts that are written without spaces, and of Korean, whose particles follow
// without one.
constexpr std::array kUnspaced{
    CodePoints{0xe00, 0xeff},     CodePoints{0x1000, 0x109f},  CodePoints{0x1100, 0x11ff},
    CodePoints{0x1780, 0x17ff},   CodePoints{0x3005, 0x3007},  CodePoints{0x3021, 0x31bf},
    CodePoints{0x31f0, 0x31ff},   CodePoints{0x3400, 0x4dbf},  CodePoints{0x4e00, 0xa4cf},
    CodePoints{0xac00, 0xd7ff},   CodePoints{0xf900, 0xfaff},  CodePoints{0xff66, 0xffdf},
    CodePoints{0x1b000, 0x1b16f}, CodePoints{0x20000, 0x3ffff}};

template <std::size_t count>
bool has(const std::array<CodePoints, count>& ranges, char32_t c) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), c,
      [](char32_t wanted, const CodePoints& range) { return wanted < range.first; });
  return after != ranges.begin() && c <= std::prev(after)->last;
}

enum class Kind : std::uint8_t { separator, letter, unspaced };

Kind kind_of(char32_t c) {
  if (c < 0x80) return is_letter_or_digit(static_cast<char>(c)) ? Kind::letter : Kind::separator;
  if (has(kSeparators, c)) return Kind::separator;
  return has(kUnspaced, c) ? Kind::unspaced : Kind::letter;
}

struct Character {
  Kind kind;
  std::size_t bytes;
};

// The first character of a well-formed text that is not empty.
Character first_character(std::string_view text) {
  std::string_view rest = text;
  const std::uint32_t code_point = take_code_point(rest);
  return {kind_of(code_point), text.size() - rest.size()};
}

// Calls `take` with each run of characters of one kind, other than separators.
template <typename Take>
void for_each_run(std::string_view text, const Take& take) {
  std::size_t begin = 0;
  Kind kind = Kind::separator;
  for (std::size_t at = 0;;) {
    const Character next =
        at < text.size() ? first_character(text.substr(at)) : Character{Kind::separator, 1};
    if (next.kind != kind || at == text.size()) {
      if (kind != Kind::separator) take(text.substr(begin, at - begin), kind);
      begin = at;
      kind = next.kind;
    }
    if (at == text.size()) return;
    at += next.bytes;
  }
}

// Calls `take` with each pair of adjacent characters.
template <typename Take>
void for_each_pair(std::string_view run, const Take& take) {
  std::size_t first = first_character(run).bytes;
  while (first < run.size()) {
    const std::size_t second = first_character(run.substr(first)).bytes;
    take(run.substr(0, first + second));
    run.remove_prefix(first);
    first = second;
  }
}

template <typename Take>
void for_each_character(std::string_view run, const Take& take) {
  while (!run.empty()) {
    const std::size_t bytes = first_character(run).bytes;
    take(run.substr(0, bytes));
    run.remove_prefix(bytes);
  }
}

}  // namespace

std::vector<std::string_view> words_to_index(std::string_view text) {
  std::set<std::string_view> words;
  const auto add = [&words](std::string_view word) {
    if (words.size() < kMaximumWordsIndexed) words.insert(word);
  };
  for_each_run(text, [&](std::string_view run, Kind kind) {
    if (kind == Kind::letter) return add(whole_characters(run, kMaximumWordBytes));
    for_each_character(run, add);
    for_each_pair(run, add);
  });
  return {words.begin(), words.end()};
}

std::vector<std::string_view> runs_of_words(std::string_view text) {
  std::vector<std::string_view> runs;
  for_each_run(text, [&runs](std::string_view run, Kind kind) {
    runs.push_back(kind == Kind::letter ? whole_characters(run, kMaximumWordBytes) : run);
  });
  return runs;
}

std::vector<SoughtWord> words_to_find(std::string_view text) {
  std::vector<SoughtWord> sought;
  bool last_is_beginning = false;
  const auto add_part = [&sought](std::string_view part) {
    sought.push_back({part, SoughtWord::Kind::part});
  };
  for_each_run(text, [&](std::string_view run, Kind kind) {
    last_is_beginning = kind == Kind::letter;
    if (kind == Kind::letter)
      sought.push_back({whole_characters(run, kMaximumWordBytes), SoughtWord::Kind::word});
    else if (first_character(run).bytes == run.size())
      add_part(run);
    else
      for_each_pair(run, add_part);
  });
  if (last_is_beginning) sought.back().kind = SoughtWord::Kind::beginning;
  return sought;
}

}  // namespace core
