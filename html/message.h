// The texts of readers' pages in their languages. Content is never translated.
//
// A text is written in English where it is used, and html/messages/ has a table of translations for
// each other language. A text that is not in the tables does not compile.
//
//   html::format(language, "Updated {}", moment)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "html/html.h"

namespace html {

enum class Language { english, german, french, spanish };

// The tag of each (RFC 5646), in the order of the columns of html/messages.inc.
inline constexpr std::array<std::string_view, 4> kLanguageTags{"en", "de", "fr", "es"};

constexpr std::string_view tag_of(Language language) {
  return kLanguageTags[static_cast<std::size_t>(language)];
}

namespace detail {

// Each text in all languages, sorted by the English one.
using Translations = std::array<std::string_view, kLanguageTags.size()>;
#include "html/messages.inc"

}  // namespace detail

class Message {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): "…" must convert.
  consteval Message(const char* english) {
    const std::string_view text(english);
    const auto* const found =
        std::lower_bound(detail::kMessages.begin(), detail::kMessages.end(), text,
                         [](const detail::Translations& row, std::string_view wanted) {
                           return row.front() < wanted;
                         });
    if (found == detail::kMessages.end() || found->front() != text)
      throw "the text is not in the tables of html/messages";
    translations_ = found;
  }

  std::string_view in(Language language) const {
    return (*translations_)[static_cast<std::size_t>(language)];
  }

 private:
  const detail::Translations* translations_ = nullptr;
};

// The text with each {} replaced by the value at its position. It is plain text, so it is escaped;
// values are treated as those of format().
template <typename... Values>
Html format(Language language, Message message, const Values&... values) {
  const std::array<Value, sizeof...(Values)> list{Value(values)...};
  return detail::fill(Html::text(message.in(language)).str(), list.data(), list.size());
}

// The same as plain text, which is not escaped.
std::string plain_text(Language language, Message message,
                       std::initializer_list<std::string_view> values);

}  // namespace html
