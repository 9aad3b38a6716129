#include "core/account/audit_list.h"

#include "core/artifact/list_cursor.h"

namespace core {
namespace {

std::string list_of(std::optional<AuditAction> action) {
  return "audit log\n" + std::string(action ? to_string(*action) : "") + '\n';
}

}  // namespace

std::string write_audit_cursor(const AuditCursor& cursor, std::optional<AuditAction> action,
                               const SigningKeys& keys) {
  return write_list_cursor(list_of(action),
                           to_bytes(ListPlace{cursor.created_at, cursor.id.uuid()}), keys);
}

Result<AuditCursor> read_audit_cursor(std::string_view text, std::optional<AuditAction> action,
                                      const SigningKeys& keys) {
  const auto bytes = read_list_cursor(text, list_of(action), kListPlaceBytes, keys);
  if (!bytes) {
    return Error{ErrorCode::invalid_cursor,
                 "cursor must be a nextCursor of the audit log, with the same action"};
  }
  const ListPlace place = list_place_in(*bytes);
  return AuditCursor{place.moment, EventId(place.id)};
}

}  // namespace core
