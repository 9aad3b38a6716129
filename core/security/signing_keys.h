// The service's keys, and what is signed and encrypted with them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/time.h"

namespace core {

// SigningKeys: the installation's secrets, which sign share tokens, cursors and statements, and
// encrypt sealed texts.
struct SigningKey {
  std::string id;
  std::string secret;
};

// The configured keys, in order: the first signs, all of them verify. Never empty; every secret has
// at least 256 bits. Immutable, so thread-safe.
class SigningKeys {
 public:
  // One key a line, `ID BASE64`, `#` begins a comment. The error's message is for the operator and
  // names the line, never the secret.
  static Result<SigningKeys> parse(std::string_view text);

  const SigningKey& current() const { return keys_.front(); }
  const std::vector<SigningKey>& all() const { return keys_; }
  // Null if there is no such key.
  const SigningKey* find(std::string_view id) const;

 private:
  explicit SigningKeys(std::vector<SigningKey> keys) : keys_(std::move(keys)) {}

  std::vector<SigningKey> keys_;
};

// Statements that the service signs for itself (HMAC-SHA-256, with the keys of share links), to
// verify them when a browser or a program sends them back. A statement begins with its kind
// ("view:…"), so that none can be used as one of another kind.

// In base64url, without padding.
std::string sign_statement(std::string_view statement, const SigningKey& key);

// Whether one of the keys signed the statement, in constant time.
bool is_statement_signature(std::string_view signature, std::string_view statement,
                            const SigningKeys& keys);

// Sealed texts: encrypted and authenticated, for data that must not be readable where it is stored.
// AES-256-GCM (NIST SP 800-38D) with a random nonce, under a key derived from a signing key. As
// base64url.
//
// Thread-safe. Throws std::runtime_error if OpenSSL fails.

std::string seal(std::string_view text, const SigningKey& key);

// Nothing if `sealed` was not created by seal() with the same key.
std::optional<std::string> unseal(std::string_view sealed, const SigningKey& key);

// The proof that a request for /self-check comes from the operator of this installation.
//
// `artifact-admin check` sends a request to the public address to learn what reaches the workers.
// Nobody else may know that, and only this installation may respond, so the request is signed with
// the key that signs share links.

// Can be used in a query string as it is. Valid for a minute.
std::string prove_self_check(Timestamp now, const SigningKey& key);

// Whether one of the keys signed it, within a minute of `now`.
bool is_self_check(std::string_view proof, Timestamp now, const SigningKeys& keys);

}  // namespace core
