// SecretRule: how one kind of secret is recognised. secret_rules.cc has all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace core {

// The characters of a secret after its prefix.
enum class SecretAlphabet : std::uint8_t {
  letters_and_digits,
  base64url,  // and - and _
  lower_hexadecimal,
  upper_base32,      // A to Z, 2 to 7
  upper_and_digits,  // A to Z, 0 to 9
};

// Where a prefix was found. Both texts are as sent, so JSON's escapes may be in them.
struct SecretPlace {
  std::string_view before;  // what precedes the prefix
  std::string_view text;    // the prefix and what follows
};

struct SecretRule {
  std::string_view kind;  // as clients see it: "github_token"
  std::string_view name;  // in sentences: "a GitHub token"
  std::string_view prefix;
  // Where in the prefix are three characters that are rare in other texts: the scanner looks for
  // these.
  std::size_t anchor = 0;

  // A token of `least` to `most` characters of the alphabet after the prefix, as a word of its own,
  // that is not obviously made up, and that `is_genuine` does not reject.
  SecretAlphabet alphabet = SecretAlphabet::letters_and_digits;
  std::size_t least = 0;
  std::size_t most = 0;
  bool (*is_genuine)(std::string_view token) = nullptr;  // with its prefix

  // For secrets of another form: the length of the secret that begins with the prefix; 0 if there
  // is none. Reads a limited number of characters, whatever the text.
  std::size_t (*match)(const SecretPlace& place) = nullptr;
};

std::span<const SecretRule> secret_rules();

// The length of the secret of this rule that begins here; 0 if there is none.
std::size_t match_secret(const SecretRule& rule, const SecretPlace& place);

// Tokens that have a checksum or a structure: whether one is genuine, with its prefix.

// The last six characters are the checksum of those after the prefix.
bool has_base62_checksum(std::string_view token);

// Whether the token is a secret of this service (core/security/tokens.h).
bool is_own_secret(std::string_view token);

// GitHub's github_pat_.
bool is_fine_grained_token(std::string_view token);

bool has_openai_mark(std::string_view token);
bool is_slack_token(std::string_view token);
bool is_postman_key(std::string_view token);
bool is_grafana_token(std::string_view token);

}  // namespace core
