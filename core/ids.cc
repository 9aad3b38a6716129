#include "core/ids.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/security/cryptography.h"
#include "core/share_link.h"
#include "core/text/encodings.h"
#include "core/text/text.h"

namespace core {
namespace {

// Fills `bytes` from a buffer of the thread, as asking OpenSSL for each id takes ten times as long.
// Ids are not secret. A forked process must not generate ids, as they would be the same.
void fill_from_store(std::span<std::uint8_t> bytes) {
  struct Store {
    std::array<std::uint8_t, 640> bytes{};
    std::size_t used = 640;
  };
  static thread_local Store store;
  if (store.bytes.size() - store.used < bytes.size()) {
    fill_random(store.bytes);
    store.used = 0;
  }
  std::copy_n(store.bytes.begin() + static_cast<std::ptrdiff_t>(store.used), bytes.size(),
              bytes.begin());
  store.used += bytes.size();
}

constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::size_t kDigits = 26;
constexpr std::uint8_t kNoDigit = 0xff;

constexpr std::array<std::uint8_t, 256> digit_table() {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNoDigit);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    table[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  return table;
}
constexpr std::array<std::uint8_t, 256> kDigitTable = digit_table();

constexpr std::size_t kLongestClientId = 128;
constexpr std::string_view kPunctuation = "-._~:/+=@";

bool is_allowed(char c) {
  return is_letter_or_digit(c) || kPunctuation.find(c) != std::string_view::npos;
}

// A key or token of the service, by its prefix or form.
bool holds_secret(std::string_view text) {
  return text.find("artk_") != text.npos || text.find("arto_") != text.npos ||
         text.find("artr_") != text.npos || text.find("artu_") != text.npos ||
         may_hold_share_token(text);
}

constexpr std::size_t kLongestExternalId = 128;

bool is_allowed_in_external_id(char c) {
  return is_letter_or_digit(c) || std::string_view("-._~:@").find(c) != std::string_view::npos;
}

}  // namespace

Uuid Uuid::generate(Timestamp now) {
  Uuid uuid;
  fill_from_store(std::span(uuid.bytes).subspan(6));
  const auto milliseconds = static_cast<std::uint64_t>(now.unix_milliseconds());
  for (unsigned i = 0; i < 6; ++i)
    uuid.bytes[i] = static_cast<std::uint8_t>(milliseconds >> (40 - 8 * i));
  uuid.bytes[6] = static_cast<std::uint8_t>((uuid.bytes[6] & 0x0f) | 0x70);
  uuid.bytes[8] = static_cast<std::uint8_t>((uuid.bytes[8] & 0x3f) | 0x80);
  return uuid;
}

namespace detail {

std::string write_public_id(std::string_view prefix, const Uuid& uuid) {
  // 26 digits hold 130 bits: the first two bits are zero.
  std::array<char, kDigits> digits;
  auto digit = digits.begin();
  std::uint32_t pending = 0;
  unsigned bits = 2;
  for (const std::uint8_t byte : uuid.bytes) {
    pending = pending << 8 | byte;
    for (bits += 8; bits >= 5;) {
      bits -= 5;
      *digit++ = kAlphabet[pending >> bits & 0x1f];
    }
  }
  std::string text;
  text.reserve(prefix.size() + 1 + kDigits);
  return text.append(prefix).append(1, '_').append(digits.data(), digits.size());
}

std::optional<Uuid> parse_public_id(std::string_view prefix, std::string_view text) {
  if (text.size() != prefix.size() + 1 + kDigits || !text.starts_with(prefix) ||
      text[prefix.size()] != '_')
    return std::nullopt;
  text.remove_prefix(prefix.size() + 1);
  if (text.front() > '7') return std::nullopt;

  Uuid uuid;
  std::size_t filled = 0;
  std::uint32_t pending = 0;
  // The first digit carries three bits of the value.
  int bits = -2;
  for (const char c : text) {
    const std::uint8_t digit = kDigitTable[static_cast<std::uint8_t>(c)];
    if (digit == kNoDigit) return std::nullopt;
    pending = pending << 5 | digit;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      uuid.bytes[filled++] = static_cast<std::uint8_t>(pending >> bits);
    }
  }
  return uuid;
}

}  // namespace detail

bool is_client_request_id(std::string_view text) {
  return !text.empty() && text.size() <= kLongestClientId &&
         std::all_of(text.begin(), text.end(), is_allowed) && !text.starts_with("req_") &&
         !holds_secret(text);
}

std::optional<ExternalId> ExternalId::parse(std::string_view text) {
  const bool is_valid = !text.empty() && text.size() <= kLongestExternalId &&
                        is_letter_or_digit(text.front()) && !text.starts_with(kAddressPrefix) &&
                        std::all_of(text.begin(), text.end(), is_allowed_in_external_id);
  if (!is_valid) return std::nullopt;
  return ExternalId(std::string(text));
}

std::optional<ExternalId> ExternalId::parse_address(std::string_view text) {
  if (!text.starts_with(kAddressPrefix)) return std::nullopt;
  return parse(text.substr(kAddressPrefix.size()));
}

Error invalid_external_id(std::string_view field) {
  return {
      ErrorCode::invalid_request,
      "must have 1 to " + std::to_string(kLongestExternalId) +
          " letters, digits and -._~:@, beginning with a letter or digit, without the ext: of an "
          "address",
      std::string(field)};
}

}  // namespace core
