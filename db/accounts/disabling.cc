#include "db/accounts/disabling.h"

#include "db/accounts/audited_statement.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

const AuditedStatement& disable_account_statement() {
  static const AuditedStatement statement("disable_account", R"(
with changed as (
  update accounts
     set disabled_at = coalesce(disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2
   where id = $1
  returning id, name
), audited as (
  select id as account_id, name as subject_name from changed
), {event}
select true from changed)");
  return statement;
}

// Increments the version, as the API's representation of the artifact changes.
const AuditedStatement& disable_artifact_statement() {
  static const AuditedStatement statement("disable_artifact", R"(
with changed as (
  update artifacts
     set disabled_at = coalesce(disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2, version = version + 1
   where id = $1
  returning account_id, title
), audited as (
  select account_id, title as subject_name from changed
), {event}
select true from changed)");
  return statement;
}

const AuditedStatement& disable_link_statement() {
  static const AuditedStatement statement("disable_link", R"(
with changed as (
  update share_links link
     set disabled_at = coalesce(link.disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id
  returning artifact.account_id, artifact.title
), audited as (
  select account_id, title as subject_name from changed
), {event}
select true from changed)");
  return statement;
}

const AuditedStatement& enable_account_statement() {
  static const AuditedStatement statement("enable_account", R"(
with changed as (
  update accounts set disabled_at = null, disabled_reason = null
   where id = $1 and disabled_at is not null
  returning id, name
), audited as (
  select id as account_id, name as subject_name from changed
), {event}
select true from changed)");
  return statement;
}

const AuditedStatement& enable_artifact_statement() {
  static const AuditedStatement statement("enable_artifact", R"(
with changed as (
  update artifacts set disabled_at = null, disabled_reason = null, version = version + 1
   where id = $1 and disabled_at is not null
  returning account_id, title
), audited as (
  select account_id, title as subject_name from changed
), {event}
select true from changed)");
  return statement;
}

const AuditedStatement& enable_link_statement() {
  static const AuditedStatement statement("enable_link", R"(
with changed as (
  update share_links link set disabled_at = null, disabled_reason = null
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id and link.disabled_at is not null
  returning artifact.account_id, artifact.title
), audited as (
  select account_id, title as subject_name from changed
), {event}
select true from changed)");
  return statement;
}

core::Uuid uuid_of(const DisabledSubject& subject) {
  return std::visit([](const auto& id) { return id.uuid(); }, subject);
}

// The statements for each kind of subject.
struct ByKind {
  struct Change {
    core::AuditAction action;
    const AuditedStatement& statement;
  };
  Change account;
  Change artifact;
  Change link;

  const Change& operator()(const core::AccountId& /*id*/) const { return account; }
  const Change& operator()(const core::ArtifactId& /*id*/) const { return artifact; }
  const Change& operator()(const core::ShareId& /*id*/) const { return link; }
};

// Executes the subject's statement with its uuid and `values`.
template <typename... Values>
bool make(Postgres& postgres, const ByKind& changes, const DisabledSubject& subject,
          const core::EventId& event, const std::optional<std::string>& reason,
          const Values&... values) {
  const auto& [action, statement] = std::visit(changes, subject);
  const core::AuditNote note{event, core::operator_actor()};
  const RecordedEvent recorded{
      .action = action,
      .note = note,
      .subject = std::visit([](const auto& id) { return id.to_string(); }, subject),
      .reason = reason};
  return !statement.write(postgres, recorded, uuid_of(subject), values...).empty();
}

}  // namespace

bool disable(Postgres& postgres, const DisabledSubject& subject,
             const core::DisablingReason& reason, const core::EventId& event) {
  using core::AuditAction;
  static const ByKind changes{{AuditAction::account_disabled, disable_account_statement()},
                              {AuditAction::artifact_disabled, disable_artifact_statement()},
                              {AuditAction::link_disabled, disable_link_statement()}};
  return make(postgres, changes, subject, event, std::string(reason.text()), reason.text());
}

bool enable(Postgres& postgres, const DisabledSubject& subject, const core::EventId& event) {
  using core::AuditAction;
  static const ByKind changes{{AuditAction::account_enabled, enable_account_statement()},
                              {AuditAction::artifact_enabled, enable_artifact_statement()},
                              {AuditAction::link_enabled, enable_link_statement()}};
  return make(postgres, changes, subject, event, std::nullopt);
}

std::optional<core::Disabled> disabled_in(const Row& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return core::Disabled{row.timestamp(column), std::string(row.text(column + 1))};
}

}  // namespace db
