// Texts that have names: emoji and character references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace templates {

// A table of texts by their names, which the build makes of a list (build_named_texts.mjs). Two
// constants hold it, so that thousands of names need neither heap memory nor relocations at
// startup.

class NamedTexts {
 public:
  // `texts` contains each name followed by its text, without separators, sorted by the bytes of the
  // names; `ends` contains the end of each. Both must outlive it.
  constexpr NamedTexts(std::string_view texts, std::span<const std::uint16_t> ends)
      : texts_(texts), ends_(ends) {}

  // The text with this name; empty if there is none.
  std::string_view find(std::string_view wanted) const;

  // Whether the names are sorted, as find() requires.
  constexpr bool is_sorted() const {
    for (std::size_t i = 1; i < size(); ++i) {
      if (name(i - 1) >= name(i)) return false;
    }
    return true;
  }

  constexpr std::size_t size() const { return ends_.size() / 2; }
  constexpr std::string_view name(std::size_t index) const { return part(2 * index); }

 private:
  constexpr std::string_view part(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return texts_.substr(begin, ends_[index] - begin);
  }

  std::string_view texts_;
  std::span<const std::uint16_t> ends_;
};

// Emoji by their GitHub short names: `:tada:`.

// The length of the longest name.
inline constexpr std::size_t kLongestEmojiName = 40;

// The emoji with this name (without colons); empty if there is none.
std::string_view emoji_named(std::string_view name);

// Character references of HTML and Markdown: `&amp;`, `&#233;`, `&#xe9;`.

// Decodes a complete reference, including & and ;, to UTF-8. Nothing if HTML does not define the
// name.
std::optional<std::string> decode_entity(std::string_view reference);

// Appends a character in UTF-8. `code_point` is at most U+10FFFF and no surrogate.
void append_utf8(std::string& text, std::uint32_t code_point);

}  // namespace templates
