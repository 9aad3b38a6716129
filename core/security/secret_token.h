// SecretToken: 256 random bits as text, for a browser: a session cookie, or a one-time link. Only
// its SHA-256 is stored, which grants no access. A value of this type has a valid form.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/security/cryptography.h"

namespace core {

class SecretToken {
 public:
  static SecretToken generate();
  static std::optional<SecretToken> parse(std::string_view text);

  // The token itself, 43 characters of base64url: never stored, never logged.
  const std::string& text() const { return text_; }
  // Stored, and used to look it up.
  Sha256 hash() const { return sha256(text_); }

 private:
  explicit SecretToken(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// The anti-CSRF token in forms of pages for the holder of this cookie. It is derived from the
// cookie, which no other site knows, so it need not be stored. Its text is new each time: the
// length of a compressed page that also repeats its visitor's input would reveal a constant one
// (BREACH).
std::string form_token(const SecretToken& cookie);
bool is_form_token(std::string_view text, const SecretToken& cookie);

}  // namespace core
