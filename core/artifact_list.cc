#include "core/artifact_list.h"

#include <algorithm>
#include <array>

#include "core/cryptography.h"
#include "core/encoding.h"

namespace core {
namespace {

// Eight bytes of createdAt, sixteen of the id, eight of the offset, then the signature's first.
constexpr std::size_t kPlaceBytes = 32;
constexpr std::size_t kSignatureBytes = 12;

std::string signature(std::string_view place, const ListFilter& filter, const SigningKey& key) {
  std::string text = "list cursor\n";
  text += filter.content_template ? to_string(*filter.content_template) : "";
  text += '\n';
  text += filter.status ? to_string(*filter.status) : "";
  text += '\n';
  text += filter.order == ListOrder::newest_first ? "newest\n" : "oldest\n";
  // Ended by its length, so that it cannot run into the place.
  if (!filter.title_part.empty())
    text += filter.title_part + '\n' + std::to_string(filter.title_part.size()) + '\n';
  text += place;
  const Sha256 hash = hmac_sha256(key.secret, text);
  return {hash.begin(), hash.begin() + kSignatureBytes};
}

}  // namespace

std::string write_cursor(const ListCursor& cursor, const ListFilter& filter,
                         const SigningKeys& keys) {
  std::string place = to_big_endian(cursor.created_at.unix_milliseconds());
  const auto& uuid = cursor.id.uuid().bytes;
  place.append(uuid.begin(), uuid.end());
  place += to_big_endian(cursor.offset);
  return to_base64url(as_bytes(place + signature(place, filter, keys.current())));
}

Result<ListCursor> read_cursor(std::string_view text, const ListFilter& filter,
                               const SigningKeys& keys) {
  const std::optional<std::string> bytes = from_base64url(text);
  const bool is_genuine =
      bytes && bytes->size() == kPlaceBytes + kSignatureBytes &&
      std::any_of(keys.all().begin(), keys.all().end(), [&](const SigningKey& key) {
        const std::string_view place = std::string_view(*bytes).substr(0, kPlaceBytes);
        return equal_in_constant_time(as_bytes(std::string_view(*bytes).substr(kPlaceBytes)),
                                      as_bytes(signature(place, filter, key)));
      });
  if (!is_genuine) {
    return Error{
        ErrorCode::invalid_cursor,
        "cursor must be a nextCursor of the same list: the same template, status and sort"};
  }
  const std::string_view place(*bytes);
  Uuid uuid;
  std::copy_n(place.begin() + 8, uuid.bytes.size(), uuid.bytes.begin());
  return ListCursor{Timestamp::from_unix_milliseconds(from_big_endian(place.substr(0, 8))),
                    ArtifactId(uuid), from_big_endian(place.substr(24, 8))};
}

}  // namespace core
