#include "core/audit.h"

#include <array>
#include <utility>

namespace core {
namespace {

constexpr std::array<std::pair<AuditAction, std::string_view>, 35> kActionNames{{
    {AuditAction::account_added, "account.added"},
    {AuditAction::account_renamed, "account.renamed"},
    {AuditAction::account_disabled, "account.disabled"},
    {AuditAction::account_enabled, "account.enabled"},
    {AuditAction::plan_changed, "account.plan_changed"},
    {AuditAction::account_settings_changed, "account.settings_changed"},
    {AuditAction::signed_in, "user.signed_in"},
    {AuditAction::sign_in_failed, "user.sign_in_failed"},
    {AuditAction::signed_out, "user.signed_out"},
    {AuditAction::signed_out_everywhere, "user.signed_out_everywhere"},
    {AuditAction::password_changed, "user.password_changed"},
    {AuditAction::second_factor_enabled, "user.second_factor_enabled"},
    {AuditAction::second_factor_disabled, "user.second_factor_disabled"},
    {AuditAction::user_added, "user.added"},
    {AuditAction::user_removed, "user.removed"},
    {AuditAction::role_changed, "user.role_changed"},
    {AuditAction::email_changed, "user.email_changed"},
    {AuditAction::password_link_created, "user.password_link_created"},
    {AuditAction::key_created, "key.created"},
    {AuditAction::key_revoked, "key.revoked"},
    {AuditAction::app_connected, "app.connected"},
    {AuditAction::app_disconnected, "app.disconnected"},
    {AuditAction::app_token_reused, "app.token_reused"},
    {AuditAction::artifact_updated, "artifact.updated"},
    {AuditAction::artifact_deleted, "artifact.deleted"},
    {AuditAction::artifact_deleted_permanently, "artifact.deleted_permanently"},
    {AuditAction::artifact_restored, "artifact.restored"},
    {AuditAction::version_erased, "version.erased"},
    {AuditAction::artifact_disabled, "artifact.disabled"},
    {AuditAction::artifact_enabled, "artifact.enabled"},
    {AuditAction::link_created, "link.created"},
    {AuditAction::link_changed, "link.changed"},
    {AuditAction::link_revoked, "link.revoked"},
    {AuditAction::link_disabled, "link.disabled"},
    {AuditAction::link_enabled, "link.enabled"},
}};

}  // namespace

std::string_view to_string(AuditAction action) {
  for (const auto& [value, name] : kActionNames)
    if (value == action) return name;
  return {};
}

std::optional<AuditAction> parse_audit_action(std::string_view name) {
  for (const auto& [value, known] : kActionNames)
    if (known == name) return value;
  return std::nullopt;
}

std::vector<AuditAction> audit_actions() {
  std::vector<AuditAction> actions;
  actions.reserve(kActionNames.size());
  for (const auto& [value, name] : kActionNames) actions.push_back(value);
  return actions;
}

}  // namespace core
