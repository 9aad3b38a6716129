#include "core/security/passwords.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <zxcvbn.h>

#include "core/security/cryptography.h"
#include "core/text/encodings.h"
#include "core/text/text.h"

namespace core {
namespace {

struct Parameters {
  std::uint32_t log2_cost = 15;
  std::uint32_t block_size = 8;
  std::uint32_t parallelism = 3;
};

// The maximum parameters of a stored hash: 128 MiB, and the corresponding CPU time.
constexpr Parameters kLargest{17, 8, 8};
constexpr std::uint64_t kMaximumMemory = std::uint64_t{160} * 1024 * 1024;
constexpr std::size_t kSaltBytes = 16;

Sha256 derive(std::string_view password, std::string_view salt, const Parameters& parameters) {
  const std::unique_ptr<EVP_KDF, decltype(&EVP_KDF_free)> scrypt(
      EVP_KDF_fetch(nullptr, "SCRYPT", nullptr), &EVP_KDF_free);
  const std::unique_ptr<EVP_KDF_CTX, decltype(&EVP_KDF_CTX_free)> context(
      EVP_KDF_CTX_new(scrypt.get()), &EVP_KDF_CTX_free);
  if (!context) throw std::runtime_error("OpenSSL offers no scrypt");

  std::string password_copy(password);
  std::string salt_copy(salt);
  std::uint64_t cost = std::uint64_t{1} << parameters.log2_cost;
  std::uint32_t block_size = parameters.block_size;
  std::uint32_t parallelism = parameters.parallelism;
  std::uint64_t maximum_memory = kMaximumMemory;
  const std::array<OSSL_PARAM, 7> settings{
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, password_copy.data(),
                                        password_copy.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt_copy.data(), salt_copy.size()),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &cost),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &block_size),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &parallelism),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &maximum_memory),
      OSSL_PARAM_construct_end(),
  };
  Sha256 hash{};
  if (EVP_KDF_derive(context.get(), hash.data(), hash.size(), settings.data()) != 1)
    throw std::runtime_error("scrypt failed");
  return hash;
}

// Removes `literal` and a number from the front of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text, std::string_view literal) {
  if (!text.starts_with(literal)) return std::nullopt;
  text.remove_prefix(literal.size());
  std::uint32_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

using Salt = std::array<std::uint8_t, kSaltBytes>;

std::string stored_text(const Parameters& parameters, const Salt& salt, const Sha256& hash) {
  return "$scrypt$ln=" + std::to_string(parameters.log2_cost) +
         ",r=" + std::to_string(parameters.block_size) +
         ",p=" + std::to_string(parameters.parallelism) + '$' + to_base64url(salt) + '$' +
         to_base64url(hash);
}

constexpr std::int64_t kStepMilliseconds = 30000;
constexpr std::size_t kDigits = 6;
constexpr std::uint32_t kModulus = 1000000;
constexpr std::size_t kSecretBytes = 20;
constexpr std::size_t kRecoveryCodes = 10;
constexpr std::size_t kRecoveryCodeBytes = 10;
constexpr std::size_t kRecoveryCodeDigits = 16;
constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// Authenticator apps require SHA-1, which is secure in an HMAC (RFC 4226, appendix B.2). Nothing
// else may use it, so it is defined here.
std::array<std::uint8_t, 20> hmac_sha1(std::string_view key, std::string_view data) {
  std::array<std::uint8_t, 20> code{};
  if (HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), as_bytes(data).data(), data.size(),
           code.data(), nullptr) == nullptr)
    throw std::runtime_error("HMAC-SHA-1 failed");
  return code;
}

template <std::size_t Size>
std::string random_bytes() {
  std::array<std::uint8_t, Size> bytes{};
  fill_random(bytes);
  return {bytes.begin(), bytes.end()};
}

constexpr std::size_t kFewest = 12;
constexpr std::size_t kMaximum = 128;

// A hundred million guesses, in bits, which take long as the hash is slow to compute. Common
// passwords, names, dates, repetitions and keyboard rows take fewer.
constexpr double kFewestBits = 26.5;

// The address, its parts, and the words of this service.
std::vector<std::string> words_guessed_first(std::string_view email) {
  std::vector<std::string> words{"artifact", "share", std::string(email)};
  std::string part;
  for (const char c : email) {
    if (c == '@' || c == '.' || c == '-' || c == '_' || c == '+') {
      words.push_back(std::exchange(part, {}));
    } else {
      part += c;
    }
  }
  words.push_back(part);
  std::erase_if(words, [](const std::string& word) { return word.size() < 3; });
  return words;
}

bool is_easy_to_guess(const std::string& password, std::string_view email) {
  const std::vector<std::string> words = words_guessed_first(email);
  std::vector<const char*> dictionary;
  dictionary.reserve(words.size() + 1);
  for (const std::string& word : words) dictionary.push_back(word.c_str());
  dictionary.push_back(nullptr);
  return ZxcvbnMatch(password.c_str(), dictionary.data(), nullptr) < kFewestBits;
}

}  // namespace

std::string hash_password(std::string_view password) {
  const Parameters parameters;
  Salt salt{};
  fill_random(salt);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes as text, no more.
  const std::string_view salt_text(reinterpret_cast<const char*>(salt.data()), salt.size());
  return stored_text(parameters, salt, derive(password, salt_text, parameters));
}

std::string hash_of_no_password() {
  Salt salt{};
  Sha256 hash{};
  fill_random(salt);
  fill_random(hash);
  return stored_text({}, salt, hash);
}

bool verify_password(std::string_view password, std::string_view stored) {
  const auto log2_cost = take_number(stored, "$scrypt$ln=");
  const auto block_size = take_number(stored, ",r=");
  const auto parallelism = take_number(stored, ",p=");
  if (!log2_cost || !block_size || !parallelism || !stored.starts_with('$')) return false;
  if (*log2_cost < 1 || *log2_cost > kLargest.log2_cost || *block_size < 1 ||
      *block_size > kLargest.block_size || *parallelism < 1 || *parallelism > kLargest.parallelism)
    return false;
  stored.remove_prefix(1);
  const std::size_t separator = stored.find('$');
  if (separator == std::string_view::npos) return false;
  const auto salt = from_base64url(stored.substr(0, separator));
  const auto hash = from_base64url(stored.substr(separator + 1));
  if (!salt || !hash) return false;
  const Sha256 derived = derive(password, *salt, {*log2_cost, *block_size, *parallelism});
  return equal_in_constant_time(derived, as_bytes(*hash));
}

std::string generate_totp_secret() { return random_bytes<kSecretBytes>(); }

std::int64_t totp_step(Timestamp moment) { return moment.unix_milliseconds() / kStepMilliseconds; }

std::string totp_code(std::string_view secret, std::int64_t step) {
  // RFC 4226, 5.3: four bytes at the offset in the last four bits, without the sign.
  const auto hash = hmac_sha1(secret, to_big_endian(step));
  const std::size_t offset = hash.back() & 0xfU;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | hash.at(offset + i);
  const std::string digits = std::to_string((number & 0x7fffffffU) % kModulus);
  return std::string(kDigits - digits.size(), '0') + digits;
}

std::optional<std::int64_t> matching_totp_step(std::string_view secret, std::string_view code,
                                               Timestamp now, std::int64_t last_step) {
  std::string typed(code);
  std::erase(typed, ' ');
  const std::int64_t present = totp_step(now);
  std::optional<std::int64_t> found;
  for (std::int64_t step = present - 1; step <= present + 1; ++step) {
    const bool matches = equal_in_constant_time(as_bytes(typed), as_bytes(totp_code(secret, step)));
    if (matches && step > last_step && !found) found = step;
  }
  return found;
}

std::string to_base32(std::string_view bytes) {
  std::string text;
  std::uint32_t pending = 0;
  unsigned bits = 0;
  for (const std::uint8_t byte : as_bytes(bytes)) {
    pending = pending << 8 | byte;
    for (bits += 8; bits >= 5;) {
      bits -= 5;
      text += kBase32[pending >> bits & 0x1f];
    }
  }
  if (bits > 0) text += kBase32[pending << (5 - bits) & 0x1f];
  return text;
}

std::string otpauth_uri(std::string_view issuer, std::string_view secret, std::string_view email) {
  const std::string encoded_issuer = percent_encode(issuer);
  return "otpauth://totp/" + encoded_issuer + ':' + percent_encode(email) +
         "?secret=" + to_base32(secret) + "&issuer=" + encoded_issuer;
}

std::vector<std::string> generate_recovery_codes() {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < kRecoveryCodes; ++i) {
    std::string code = in_lower_case(to_base32(random_bytes<kRecoveryCodeBytes>()));
    for (const std::size_t at : {12U, 8U, 4U}) code.insert(at, 1, '-');
    codes.push_back(std::move(code));
  }
  return codes;
}

std::optional<std::string> canonical_recovery_code(std::string_view typed) {
  std::string code = in_lower_case(typed);
  std::erase_if(code, [](char c) { return c == ' ' || c == '-'; });
  const bool fits =
      code.size() == kRecoveryCodeDigits && std::all_of(code.begin(), code.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7');
      });
  if (!fits) return std::nullopt;
  return code;
}

std::optional<Error> check_new_password(std::string_view field, std::string_view password,
                                        std::string_view email) {
  const auto problem = [&](std::string_view message) {
    return Error{ErrorCode::invalid_request, message, field};
  };
  if (!is_utf8(password)) return problem("must be valid UTF-8 text");
  const std::size_t length = count_code_points(password);
  if (length < kFewest)
    return problem("must have at least " + std::to_string(kFewest) + " characters");
  if (length > kMaximum)
    return problem("must have at most " + std::to_string(kMaximum) + " characters");
  if (is_easy_to_guess(std::string(password), email))
    return problem("is too easy to guess; use a phrase of several unrelated words");
  return std::nullopt;
}

}  // namespace core
