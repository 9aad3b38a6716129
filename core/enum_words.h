// The words by which the values of an enumeration are written: in the API, in forms and in the
// database.
//
// They stand beside the enumeration, as a specialisation of kWords:
//
//   template <>
//   inline constexpr auto kWords<LinkCards> =
//       std::array{Word<LinkCards>{LinkCards::on, "on"}, Word<LinkCards>{LinkCards::off, "off"}};
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

template <typename Enum>
struct Word {
  Enum value;
  std::string_view text;
  std::string_view label = {};  // in forms; empty: not offered there
};

template <typename Enum>
inline constexpr int kWords = 0;

template <typename Enum>
constexpr std::string_view word_of(Enum value) {
  for (const Word<Enum>& word : kWords<Enum>)
    if (word.value == value) return word.text;
  return {};
}

template <typename Enum>
constexpr std::optional<Enum> value_of(std::string_view text) {
  for (const Word<Enum>& word : kWords<Enum>)
    if (word.text == text) return word.value;
  return std::nullopt;
}

// All words, each within `quote`, with `between`: "on", "off"
template <typename Enum>
std::string words_of(std::string_view between, std::string_view quote = {}) {
  std::string words;
  for (const Word<Enum>& word : kWords<Enum>) {
    if (!words.empty()) words += between;
    words.append(quote).append(word.text).append(quote);
  }
  return words;
}

}  // namespace core
