// Email: the address that a user signs in with.
//
// Compared ignoring ASCII case, so it is stored in lower case; surrounding spaces are removed. Only
// what every address has is checked (something, one @, something, at most 254 bytes, no space, no
// control or invisible character), not whether mail arrives there. A value type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

class Email {
 public:
  static std::optional<Email> parse(std::string_view text);

  const std::string& text() const { return text_; }

  friend bool operator==(const Email&, const Email&) = default;

 private:
  explicit Email(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// What is wrong with a text that is not an address: "must be an email address, such as …".
std::string why_not_email(std::string_view text);

}  // namespace core
