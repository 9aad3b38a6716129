// Passwords in addresses and connection strings. Each function gives the length of what begins
// here; 0 if it has no password, or one for readers of documentation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/security/secret_rules.h"

namespace core {

// scheme://user:password@host
std::size_t match_address(const SecretPlace& place);

// Server=…;User Id=…;Password=…, in any order, in one line.
std::size_t match_connection_string(const SecretPlace& place);

// Secrets of forms of their own. Each function gives the length of the secret that begins here; 0
// if there is none.

std::size_t match_private_key(const SecretPlace& place);
std::size_t match_jwt(const SecretPlace& place);
std::size_t match_sendgrid(const SecretPlace& place);
std::size_t match_aws_secret_key(const SecretPlace& place);
std::size_t match_azure_key(const SecretPlace& place);
std::size_t match_slack_webhook(const SecretPlace& place);
std::size_t match_discord_webhook(const SecretPlace& place);

// Predicates about a text for the rules. Each reads a limited number of characters.

bool is_in(SecretAlphabet alphabet, char c);
bool is_base64(char c);

// How many characters of the alphabet the text begins with, up to `most`.
template <typename InAlphabet>
std::size_t run_of(std::string_view text, std::size_t most, InAlphabet in_alphabet) {
  const std::size_t end = std::min(text.size(), most);
  std::size_t at = 0;
  while (at < end && in_alphabet(text[at])) ++at;
  return at;
}
inline std::size_t run_of(std::string_view text, std::size_t most, SecretAlphabet alphabet) {
  return run_of(text, most, [alphabet](char c) { return is_in(alphabet, c); });
}

// Whether the last character is the letter of an escape (\n) or the last digit of one (\u003d), and
// so does not belong to the word that follows.
bool ends_with_escape(std::string_view before);

bool begins_a_word(std::string_view before);

// Pictures and PDFs are long texts in Base64, in which any word occurs by chance.
bool is_within_base64(const SecretPlace& place);

std::size_t distinct_characters(std::string_view text);

// Whether it is a placeholder for a secret.
bool is_made_up(std::string_view body);

}  // namespace core
