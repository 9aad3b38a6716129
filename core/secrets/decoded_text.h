// DecodedText: a text in which the characters that are written as HTML's references (&#65;) or
// JSON's escapes (\u0041) are the characters themselves, as a page shows them.
//
// Only printable ASCII characters are decoded, as secrets have no others, and neither the quotation
// mark nor the backslash, so that what was JSON remains so. Takes linear time. Immutable.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class DecodedText {
 public:
  // Nothing if there is nothing to decode.
  static std::optional<DecodedText> of(std::string_view source);

  std::string_view text() const { return text_; }
  // Where in the source the character at this offset, or the end, is.
  std::size_t source_of(std::size_t offset) const;

 private:
  DecodedText() = default;

  // From where on offsets differ by how much.
  struct Shift {
    std::size_t offset = 0;
    std::size_t source = 0;
  };

  std::string text_;
  std::vector<Shift> shifts_;
};

}  // namespace core
