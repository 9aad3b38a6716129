// SecretToken: 256 random bits as text, for a browser to hold: the cookie of a session, or a link
// that can be used once. Stored only as its SHA-256, so what is stored opens nothing.
// A value of this type has the right form.
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
  // What is stored, and what it is found by.
  Sha256 hash() const { return sha256(text_); }

 private:
  explicit SecretToken(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// What the forms of pages carry that were made for the holder of this cookie, so that no other site
// can send them in its name. It follows from the cookie, which no other site knows, so nothing need
// be stored.
std::string form_token(const SecretToken& cookie);
bool is_form_token(std::string_view text, const SecretToken& cookie);

}  // namespace core
