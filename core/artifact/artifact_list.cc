#include "core/artifact/artifact_list.h"

#include <algorithm>

#include "core/artifact/list_cursor.h"
#include "core/text/encoding.h"

namespace core {
namespace {

// Eight bytes of createdAt, sixteen of the id, eight of the offset.
constexpr std::size_t kPlaceBytes = 32;

std::string list_of(const ListFilter& filter) {
  std::string text(filter.content_template ? to_string(*filter.content_template) : "");
  text += '\n';
  text += filter.status ? to_string(*filter.status) : "";
  text += '\n';
  text += filter.order == ListOrder::newest_first ? "newest\n" : "oldest\n";
  // Terminated by its length, so that it cannot run into the position.
  if (!filter.title_part.empty())
    text += filter.title_part + '\n' + std::to_string(filter.title_part.size()) + '\n';
  return text;
}

}  // namespace

std::string write_cursor(const ListCursor& cursor, const ListFilter& filter,
                         const SigningKeys& keys) {
  std::string place = to_big_endian(cursor.created_at.unix_milliseconds());
  const auto& uuid = cursor.id.uuid().bytes;
  place.append(uuid.begin(), uuid.end());
  place += to_big_endian(cursor.offset);
  return write_list_cursor(list_of(filter), place, keys);
}

Result<ListCursor> read_cursor(std::string_view text, const ListFilter& filter,
                               const SigningKeys& keys) {
  const auto bytes = read_list_cursor(text, list_of(filter), kPlaceBytes, keys);
  if (!bytes) {
    return Error{
        ErrorCode::invalid_cursor,
        "cursor must be a nextCursor of the same list, with the same template, status and sort"};
  }
  const std::string_view place(*bytes);
  Uuid uuid;
  std::copy_n(place.begin() + 8, uuid.bytes.size(), uuid.bytes.begin());
  return ListCursor{Timestamp::from_unix_milliseconds(from_big_endian(place.substr(0, 8))),
                    ArtifactId(uuid), from_big_endian(place.substr(24, 8))};
}

}  // namespace core
