#include "core/artifact/share_list.h"

#include "core/artifact/list_cursor.h"

namespace core {
namespace {

std::string list_of(std::string_view of, std::optional<ShareLinkStatus> status) {
  return "share links\n" + std::string(of) + '\n' + std::string(status ? to_string(*status) : "") +
         '\n';
}

}  // namespace

std::string_view to_string(ShareLinkStatus status) {
  switch (status) {
    case ShareLinkStatus::active:
      return "active";
    case ShareLinkStatus::ended:
      return "ended";
    case ShareLinkStatus::revoked:
      return "revoked";
  }
  return {};
}

std::string write_share_cursor(const ShareCursor& cursor, std::string_view of,
                               std::optional<ShareLinkStatus> status, const SigningKeys& keys) {
  return write_list_cursor(list_of(of, status),
                           to_bytes(ListPlace{cursor.created_at, cursor.id.uuid()}), keys);
}

Result<ShareCursor> read_share_cursor(std::string_view text, std::string_view of,
                                      std::optional<ShareLinkStatus> status,
                                      const SigningKeys& keys) {
  const auto bytes = read_list_cursor(text, list_of(of, status), kListPlaceBytes, keys);
  if (!bytes) {
    return Error{
        ErrorCode::invalid_cursor,
        "cursor must be a nextCursor of the same list of share links, with the same status"};
  }
  const ListPlace place = list_place_in(*bytes);
  return ShareCursor{place.moment, ShareId(place.id)};
}

}  // namespace core
