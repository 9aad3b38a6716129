// The words of a text, as the index of texts has them and searches look for them.
//
// A word is a run of letters and digits; everything else separates words. In scripts that are
// written without spaces (Chinese, Japanese, Thai, …), and in Korean, each pair of adjacent
// characters is a word, so that any part of a run is found. Upper and lower case are kept. A longer
// word counts as its first kMaximumWordBytes bytes.
#pragma once

#include <cstddef>
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

struct SoughtWords {
  std::vector<std::string_view> words;  // in order of the text, perhaps repeated
  // Whether the last word may be only the beginning of one, as it is where somebody still types:
  // it has three characters or more.
  bool last_is_beginning = false;
};

// The words to look for.
SoughtWords words_to_find(std::string_view text);

}  // namespace core
