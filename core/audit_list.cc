#include "core/audit_list.h"

#include <algorithm>

#include "core/encoding.h"
#include "core/list_cursor.h"

namespace core {
namespace {

// Eight bytes of the moment, sixteen of the id.
constexpr std::size_t kMomentBytes = 8;
constexpr std::size_t kPlaceBytes = 24;

std::string list_of(std::optional<AuditAction> action) {
  return "audit log\n" + std::string(action ? to_string(*action) : "") + '\n';
}

}  // namespace

std::string write_audit_cursor(const AuditCursor& cursor, std::optional<AuditAction> action,
                               const SigningKeys& keys) {
  std::string place = to_big_endian(cursor.created_at.unix_milliseconds());
  const auto& uuid = cursor.id.uuid().bytes;
  place.append(uuid.begin(), uuid.end());
  return write_list_cursor(list_of(action), place, keys);
}

Result<AuditCursor> read_audit_cursor(std::string_view text, std::optional<AuditAction> action,
                                      const SigningKeys& keys) {
  const auto place = read_list_cursor(text, list_of(action), kPlaceBytes, keys);
  if (!place) {
    return Error{ErrorCode::invalid_cursor,
                 "cursor must be a nextCursor of the audit log, with the same action"};
  }
  Uuid uuid;
  std::copy_n(place->begin() + kMomentBytes, uuid.bytes.size(), uuid.bytes.begin());
  const std::string_view moment = std::string_view(*place).substr(0, kMomentBytes);
  return AuditCursor{Timestamp::from_unix_milliseconds(from_big_endian(moment)), EventId(uuid)};
}

}  // namespace core
