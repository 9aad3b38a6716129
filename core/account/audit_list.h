// A request for a page of an account's audit log, newest first. A cursor is the position after one
// event, so paging returns each event once, whatever is recorded meanwhile.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/account/audit.h"
#include "core/result.h"
#include "core/security/signing_keys.h"
#include "core/text/timestamp.h"

namespace core {

struct AuditCursor {
  Timestamp created_at;
  EventId id;
};

struct AuditListRequest {
  std::optional<AuditAction> action;  // absent: all
  std::optional<AuditCursor> after;
  int limit = 20;
};

std::string write_audit_cursor(const AuditCursor& cursor, std::optional<AuditAction> action,
                               const SigningKeys& keys);

// Errors: invalid_cursor for a text that write_audit_cursor() has not written, or another action.
Result<AuditCursor> read_audit_cursor(std::string_view text, std::optional<AuditAction> action,
                                      const SigningKeys& keys);

}  // namespace core
