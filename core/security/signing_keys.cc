#include "core/security/signing_keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>

#include <openssl/evp.h>

#include "core/error.h"
#include "core/security/cryptography.h"
#include "core/text/encodings.h"
#include "core/text/text.h"

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

constexpr std::size_t kNonceBytes = 12;
constexpr std::size_t kTagBytes = 16;

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

Context new_context() {
  Context context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  if (!context) throw std::bad_alloc();
  return context;
}

void check(int outcome) {
  if (outcome != 1) throw std::runtime_error("OpenSSL cannot encrypt");
}

Sha256 encryption_key(const SigningKey& key) { return hmac_sha256(key.secret, "sealed text"); }

// NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL's bytes are unsigned.
const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
// NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)

constexpr std::int64_t kSeconds = 60;

// Contains spaces, so it can never be the signed part of a share token.
std::string statement_at(std::int64_t seconds) {
  return "artifact-share self-check " + std::to_string(seconds);
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

std::string sign_statement(std::string_view statement, const SigningKey& key) {
  return to_base64url(hmac_sha256(key.secret, statement));
}

bool is_statement_signature(std::string_view signature, std::string_view statement,
                            const SigningKeys& keys) {
  return std::any_of(keys.all().begin(), keys.all().end(), [&](const SigningKey& key) {
    return equal_in_constant_time(as_bytes(signature), as_bytes(sign_statement(statement, key)));
  });
}

std::string seal(std::string_view text, const SigningKey& key) {
  std::array<std::uint8_t, kNonceBytes> nonce{};
  fill_random(nonce);
  const Context context = new_context();
  check(EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, encryption_key(key).data(),
                           nonce.data()));
  std::string sealed(text.size(), '\0');
  int length = 0;
  check(EVP_EncryptUpdate(context.get(), bytes(sealed), &length, bytes(text),
                          static_cast<int>(text.size())));
  check(EVP_EncryptFinal_ex(context.get(), bytes(sealed) + length, &length));
  std::array<std::uint8_t, kTagBytes> tag{};
  check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, tag.data()));
  sealed.append(tag.begin(), tag.end());
  return to_base64url(as_bytes(std::string(nonce.begin(), nonce.end()) + sealed));
}

std::optional<std::string> unseal(std::string_view sealed, const SigningKey& key) {
  const std::optional<std::string> decoded = from_base64url(sealed);
  if (!decoded || decoded->size() < kNonceBytes + kTagBytes) return std::nullopt;
  const std::string_view all = *decoded;
  const std::string_view nonce = all.substr(0, kNonceBytes);
  const std::string_view hidden = all.substr(kNonceBytes, all.size() - kNonceBytes - kTagBytes);
  std::string tag(all.substr(all.size() - kTagBytes));

  const Context context = new_context();
  check(EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, encryption_key(key).data(),
                           bytes(nonce)));
  check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()));
  std::string text(hidden.size(), '\0');
  int length = 0;
  check(EVP_DecryptUpdate(context.get(), bytes(text), &length, bytes(hidden),
                          static_cast<int>(hidden.size())));
  if (EVP_DecryptFinal_ex(context.get(), bytes(text) + length, &length) != 1) return std::nullopt;
  return text;
}

std::string prove_self_check(Timestamp now, const SigningKey& key) {
  return std::to_string(now.unix_seconds()) + '.' +
         sign_statement(statement_at(now.unix_seconds()), key);
}

bool is_self_check(std::string_view proof, Timestamp now, const SigningKeys& keys) {
  std::int64_t seconds = 0;
  const char* const end = proof.data() + proof.size();
  const auto [dot, problem] = std::from_chars(proof.data(), end, seconds);
  if (problem != std::errc() || dot == end || *dot != '.') return false;
  if (seconds < now.unix_seconds() - kSeconds || seconds > now.unix_seconds() + kSeconds)
    return false;
  const std::string_view signature(dot + 1, end);
  return is_statement_signature(signature, statement_at(seconds), keys);
}

}  // namespace core
