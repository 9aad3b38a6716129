#include "db/accounts/disabling.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kDisableAccount{"disable_account", R"(
with changed as (
  update accounts
     set disabled_at = coalesce(disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2
   where id = $1
  returning id, name
), event as (
  insert into audit_events
    (id, account_id, action, actor_name, client_address, subject, subject_name, reason)
  select $3, id, 'account.disabled', $4, '', public_id('acc', id), name, $2
    from changed
)
select true from changed)"};

// The version counts this as a write, as it changes what the API gives of the artifact.
constexpr Statement kDisableArtifact{"disable_artifact", R"(
with changed as (
  update artifacts
     set disabled_at = coalesce(disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2, version = version + 1
   where id = $1
  returning id, account_id, title
), event as (
  insert into audit_events
    (id, account_id, action, actor_name, client_address, subject, subject_name, reason)
  select $3, account_id, 'artifact.disabled', $4, '', public_id('art', id), coalesce(title, ''), $2
    from changed
)
select true from changed)"};

constexpr Statement kDisableLink{"disable_link", R"(
with changed as (
  update share_links link
     set disabled_at = coalesce(link.disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id
  returning link.id, artifact.account_id, artifact.title
), event as (
  insert into audit_events
    (id, account_id, action, actor_name, client_address, subject, subject_name, reason)
  select $3, account_id, 'link.disabled', $4, '', public_id('shr', id), coalesce(title, ''), $2
    from changed
)
select true from changed)"};

constexpr Statement kEnableAccount{"enable_account", R"(
with changed as (
  update accounts set disabled_at = null, disabled_reason = null
   where id = $1 and disabled_at is not null
  returning id, name
), event as (
  insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
  select $2, id, 'account.enabled', $3, '', public_id('acc', id), name
    from changed
)
select true from changed)"};

constexpr Statement kEnableArtifact{"enable_artifact", R"(
with changed as (
  update artifacts set disabled_at = null, disabled_reason = null, version = version + 1
   where id = $1 and disabled_at is not null
  returning id, account_id, title
), event as (
  insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
  select $2, account_id, 'artifact.enabled', $3, '', public_id('art', id), coalesce(title, '')
    from changed
)
select true from changed)"};

constexpr Statement kEnableLink{"enable_link", R"(
with changed as (
  update share_links link set disabled_at = null, disabled_reason = null
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id and link.disabled_at is not null
  returning link.id, artifact.account_id, artifact.title
), event as (
  insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
  select $2, account_id, 'link.enabled', $3, '', public_id('shr', id), coalesce(title, '')
    from changed
)
select true from changed)"};

// The statement for each kind of subject.
struct ByKind {
  const Statement& account;
  const Statement& artifact;
  const Statement& link;

  const Statement& operator()(const core::AccountId& /*id*/) const { return account; }
  const Statement& operator()(const core::ArtifactId& /*id*/) const { return artifact; }
  const Statement& operator()(const core::ShareId& /*id*/) const { return link; }
};

core::Uuid uuid_of(const DisabledSubject& subject) {
  return std::visit([](const auto& id) { return id.uuid(); }, subject);
}

}  // namespace

bool disable(Postgres& postgres, const DisabledSubject& subject,
             const core::DisablingReason& reason, const core::EventId& event) {
  const Statement& statement =
      std::visit(ByKind{kDisableAccount, kDisableArtifact, kDisableLink}, subject);
  return !postgres
              .write(statement, uuid_of(subject), reason.text(), event, core::operator_actor().name)
              .empty();
}

bool enable(Postgres& postgres, const DisabledSubject& subject, const core::EventId& event) {
  const Statement& statement =
      std::visit(ByKind{kEnableAccount, kEnableArtifact, kEnableLink}, subject);
  return !postgres.write(statement, uuid_of(subject), event, core::operator_actor().name).empty();
}

std::optional<core::Disabled> disabled_in(const Row& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return core::Disabled{row.timestamp(column), std::string(row.text(column + 1))};
}

}  // namespace db
