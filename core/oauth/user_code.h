// UserCode: the code that a user types to let a device in (RFC 8628): eight consonants, so it
// spells no word and nothing in it is mistaken for something else; 34 bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

class UserCode {
 public:
  static UserCode generate();
  // As people type it: in any case, with or without hyphen and spaces.
  static std::optional<UserCode> parse(std::string_view typed);

  // "BDFGHJKL"
  const std::string& text() const { return text_; }
  // "BDFG-HJKL"
  std::string shown() const { return text_.substr(0, 4) + '-' + text_.substr(4); }

 private:
  explicit UserCode(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

}  // namespace core
