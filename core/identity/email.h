// Email: the address that a user signs in with.
//
// Compared without regard to ASCII case, so it is kept in lower case; spaces around it are taken
// off. Only what every address has is checked (something, one @, something, at most 254 bytes, no
// space and no control character): whether mail arrives there is not this service's affair.
// A value type.
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

}  // namespace core
