#include "core/artifact/list_cursor.h"

#include <algorithm>

#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"

namespace core {
namespace {

constexpr std::size_t kSignatureBytes = 12;

std::string signature(std::string_view list, std::string_view place, const SigningKey& key) {
  std::string text = "list cursor\n";
  text += list;
  text += place;
  const Sha256 hash = hmac_sha256(key.secret, text);
  return {hash.begin(), hash.begin() + kSignatureBytes};
}

}  // namespace

std::string to_bytes(const ListPlace& place) {
  std::string bytes = to_big_endian(place.moment.unix_milliseconds());
  bytes.append(place.id.bytes.begin(), place.id.bytes.end());
  return bytes;
}

ListPlace list_place_in(std::string_view bytes) {
  constexpr std::size_t kMomentBytes = 8;
  ListPlace place;
  place.moment = Timestamp::from_unix_milliseconds(from_big_endian(bytes.substr(0, kMomentBytes)));
  std::copy_n(bytes.begin() + kMomentBytes, place.id.bytes.size(), place.id.bytes.begin());
  return place;
}

std::string write_list_cursor(std::string_view list, std::string_view place,
                              const SigningKeys& keys) {
  std::string bytes(place);
  bytes += signature(list, place, keys.current());
  return to_base64url(as_bytes(bytes));
}

std::optional<std::string> read_list_cursor(std::string_view text, std::string_view list,
                                            std::size_t place_bytes, const SigningKeys& keys) {
  const std::optional<std::string> bytes = from_base64url(text);
  if (!bytes || bytes->size() != place_bytes + kSignatureBytes) return std::nullopt;
  const std::string_view place = std::string_view(*bytes).substr(0, place_bytes);
  const auto given = as_bytes(std::string_view(*bytes).substr(place_bytes));
  const bool is_genuine =
      std::any_of(keys.all().begin(), keys.all().end(), [&](const SigningKey& key) {
        return equal_in_constant_time(given, as_bytes(signature(list, place, key)));
      });
  if (!is_genuine) return std::nullopt;
  return std::string(place);
}

}  // namespace core
