// Events in the audit log of an account (db/audit_log.h): the actions, and the IDs of
// events.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/time.h"

namespace core {

enum class AuditAction {
  account_added,
  account_renamed,
  account_disabled,
  account_enabled,
  plan_changed,
  account_settings_changed,
  signed_in,
  sign_in_failed,
  signed_out,
  signed_out_everywhere,
  password_changed,
  second_factor_enabled,
  second_factor_disabled,
  user_added,
  user_removed,
  role_changed,
  email_changed,
  password_link_created,
  key_created,
  key_revoked,
  app_connected,
  app_disconnected,
  app_token_reused,
  artifact_updated,
  artifact_deleted,
  artifact_deleted_permanently,
  artifact_restored,
  version_erased,
  artifact_disabled,
  artifact_enabled,
  link_created,
  link_changed,
  link_revoked,
  link_disabled,
  link_enabled,
};

// The name in the API and the database: "user.signed_in", "key.created".
std::string_view to_string(AuditAction action);
std::optional<AuditAction> parse_audit_action(std::string_view name);

// Every action, in the order of the enumeration.
std::vector<AuditAction> audit_actions();

struct EventKind {
  static constexpr std::string_view kPrefix = "evt";
};
using EventId = PublicId<EventKind>;

}  // namespace core
