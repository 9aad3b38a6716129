#include "core/security/signing_keys.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/encodings/encoding.h"
#include "core/error.h"
#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::size_t kMinimumSecretBytes = 32;

Error bad_key_line(std::size_t line, std::string_view what) {
  return {ErrorCode::invalid_request,
          "signing keys, line " + std::to_string(line) + ": " + std::string(what)};
}

bool is_key_id(std::string_view id) {
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

// A secret that was typed rather than generated: all bytes equal, or a run of a few values.
bool looks_like_a_placeholder(const std::string& secret) {
  std::string distinct = secret;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  return distinct.size() < 8;
}

std::string_view take_word(std::string_view& line) {
  const std::size_t start = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(start);
  const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

}  // namespace

Result<SigningKeys> SigningKeys::parse(std::string_view text) {
  std::vector<SigningKey> keys;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));

    line = line.substr(0, line.find('#'));
    const std::string_view id = take_word(line);
    if (id.empty()) continue;
    const std::optional<std::string> secret = from_base64(take_word(line));
    if (!is_key_id(id))
      return bad_key_line(number, "a key ID must have 1 to 64 letters, digits, '-', '_' or '.'");
    if (!secret || !take_word(line).empty())
      return bad_key_line(number, "expected the key ID, a space, and the base64-encoded secret");
    if (secret->size() < kMinimumSecretBytes)
      return bad_key_line(number, "the secret must have at least 32 bytes");
    if (looks_like_a_placeholder(*secret))
      return bad_key_line(number,
                          "the secret is not random; generate one with: openssl rand -base64 32");
    for (const SigningKey& known : keys)
      if (known.id == id) return bad_key_line(number, "duplicate key ID");
    keys.push_back({std::string(id), *secret});
  }
  if (keys.empty())
    return Error{ErrorCode::invalid_request, "signing keys: at least one key is required"};
  return SigningKeys(std::move(keys));
}

const SigningKey* SigningKeys::find(std::string_view id) const {
  for (const SigningKey& key : keys_)
    if (key.id == id) return &key;
  return nullptr;
}

}  // namespace core
