#include "core/security/totp.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"
#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::int64_t kStepMilliseconds = 30000;
constexpr std::size_t kDigits = 6;
constexpr std::uint32_t kModulus = 1000000;
constexpr std::size_t kSecretBytes = 20;
constexpr std::size_t kRecoveryCodes = 10;
constexpr std::size_t kRecoveryCodeBytes = 10;
constexpr std::size_t kRecoveryCodeDigits = 16;
constexpr std::string_view kIssuer = "Artifact Share";
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

// RFC 3986, 2.1: all but its unreserved characters.
std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const bool is_unreserved =
        is_letter_or_digit(c) || std::string_view("-._~").find(c) != std::string_view::npos;
    if (is_unreserved)
      encoded += c;
    else
      encoded += '%' + to_hexadecimal(as_bytes(std::string_view(&c, 1)));
  }
  return encoded;
}

}  // namespace

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

std::string otpauth_uri(std::string_view secret, std::string_view email) {
  const std::string issuer = percent_encoded(kIssuer);
  return "otpauth://totp/" + issuer + ':' + percent_encoded(email) +
         "?secret=" + to_base32(secret) + "&issuer=" + issuer;
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

}  // namespace core
