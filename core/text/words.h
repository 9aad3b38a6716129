// The words of a text, as the index of words has them and searches look for them.
//
// A word is a run of letters and digits; everything else separates words. In scripts that are
// written without spaces (Chinese, Japanese, Thai, …), and in Korean, each pair of adjacent
// characters is a word, so that any part of a run is found. Upper and lower case are kept. A longer
// word counts as its first kMaximumWordBytes bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace core {

inline constexpr std::size_t kMaximumWordBytes = 128;
// The index takes some 45 bytes for a word that no other text has, and a text of 64 KiB can have
// 43,000: twenty times its size.
inline constexpr std::size_t kMaximumWordsIndexed = 6000;

// The words to index, each once, in order of their bytes: the first kMaximumWordsIndexed of the
// text. Each single character of the scripts without spaces is one as well. They refer to the text,
// which is well-formed UTF-8.
std::vector<std::string_view> words_to_index(std::string_view text);

// The runs of the text, in its order: words, and runs of the scripts without spaces, in which
// words_to_index() gives each character and each pair.
std::vector<std::string_view> runs_of_words(std::string_view text);

struct SoughtWord {
  // `beginning`: it may be only the beginning of a word. `part`: of the scripts without spaces, one
  // or two characters of a run.
  enum class Kind : std::uint8_t { word, beginning, part };

  std::string_view text;
  Kind kind = Kind::word;
};

// The words to look for, in order of the text, perhaps repeated. The last may be a beginning, as it
// is while somebody is typing.
std::vector<SoughtWord> words_to_find(std::string_view text);

}  // namespace core
