#include "db/moderation.h"

#include "core/text/text.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/share_store.h"

namespace db {
namespace {

constexpr AuditedStatement kDisableAccount{"disable_account", R"(
with changed as (
  update accounts
     set disabled_at = coalesce(disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2
   where id = $1
  returning id, name
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($3, id, name) as event
)
select true from changed)"};

// Increments the revision, as the API's representation of the artifact changes.
constexpr AuditedStatement kDisableArtifact{"disable_artifact", R"(
with changed as (
  update artifacts
     set disabled_at = coalesce(disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2, revision = revision + 1
   where id = $1
  returning account_id, title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($3, account_id, title) as event
)
select true from changed)"};

constexpr AuditedStatement kDisableLink{"disable_link", R"(
with changed as (
  update share_links link
     set disabled_at = coalesce(link.disabled_at, date_trunc('milliseconds', now())),
         disabled_reason = $2
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id
  returning artifact.account_id, artifact.title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($3, account_id, title) as event
)
select true from changed)"};

constexpr AuditedStatement kEnableAccount{"enable_account", R"(
with changed as (
  update accounts set disabled_at = null, disabled_reason = null
   where id = $1 and disabled_at is not null
  returning id, name
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($2, id, name) as event
)
select true from changed)"};

constexpr AuditedStatement kEnableArtifact{"enable_artifact", R"(
with changed as (
  update artifacts set disabled_at = null, disabled_reason = null, revision = revision + 1
   where id = $1 and disabled_at is not null
  returning account_id, title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($2, account_id, title) as event
)
select true from changed)"};

constexpr AuditedStatement kEnableLink{"enable_link", R"(
with changed as (
  update share_links link set disabled_at = null, disabled_reason = null
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id and link.disabled_at is not null
  returning artifact.account_id, artifact.title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($2, account_id, title) as event
)
select true from changed)"};

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
          const std::optional<std::string>& reason, const Values&... values) {
  const auto& [action, statement] = std::visit(changes, subject);
  const core::Principal by = core::Principal::operator_of();
  const std::string id =
      std::visit([](const auto& subject_id) { return subject_id.to_string(); }, subject);
  return !statement.write(postgres, {action, by, id, reason}, uuid_of(subject), values...).empty();
}

}  // namespace

bool disable(Postgres& postgres, const DisabledSubject& subject,
             const core::DisablingReason& reason) {
  using core::AuditAction;
  static const ByKind changes{{AuditAction::account_disabled, kDisableAccount},
                              {AuditAction::artifact_disabled, kDisableArtifact},
                              {AuditAction::link_disabled, kDisableLink}};
  return make(postgres, changes, subject, std::string(reason.text()), reason.text());
}

bool enable(Postgres& postgres, const DisabledSubject& subject) {
  using core::AuditAction;
  static const ByKind changes{{AuditAction::account_enabled, kEnableAccount},
                              {AuditAction::artifact_enabled, kEnableArtifact},
                              {AuditAction::link_enabled, kEnableLink}};
  return make(postgres, changes, subject, std::nullopt);
}

std::optional<core::Disabled> disabled_in(const Row& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return core::Disabled{row.timestamp(column), std::string(row.text(column + 1))};
}

namespace {

// Each search selects a resource and its account: kind, public ID, name, state, created_at,
// disabled_at, disabled_reason, ID of the artifact, ID of the user and of the key that made it and
// their name, then the columns of found_accounts and the options of a link.
constexpr Statement kFindAccountAsOperator{"operator_find_account", R"(
select 'account', public_id('acc', self.id), self.name, 'active', self.created_at,
       self.disabled_at, self.disabled_reason, null::uuid, null::uuid, null::uuid, null::text,
       account.*
  from accounts self
  join found_accounts account on account.id = self.id
 where self.id = $1)"};

constexpr Statement kFindArtifactAsOperator{"operator_find_artifact", R"(
select 'artifact', public_id('art', artifact.id), coalesce(artifact.title, ''),
       case when artifact.deleted_at is not null then 'deleted'
            when artifact.expires_at <= now() then 'expired' else 'active' end,
       artifact.created_at, artifact.disabled_at, artifact.disabled_reason, null::uuid,
       null::uuid, null::uuid, null::text,
       account.*
  from artifacts artifact
  join found_accounts account on account.id = artifact.account_id
 where artifact.id = $1)"};

constexpr Query<R"(
select 'share link', public_id('shr', link.id), coalesce(artifact.title, ''),
       case when link.revoked_at is not null then 'revoked'
            when link.expires_at <= now() or coalesce(link.view_count >= link.max_views, false)
              then 'ended'
            when artifact.deleted_at is not null then 'artifact deleted'
            when artifact.expires_at <= now() then 'artifact expired'
            when artifact.disabled_at is not null then 'artifact disabled'
            when shown.erased_at is not null then 'version erased'
            else 'active' end,
       link.created_at, link.disabled_at, link.disabled_reason, artifact.id,
       event.user_id, event.key_id, event.actor_name, account.*, {link.*}
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
  join found_accounts account on account.id = artifact.account_id
  left join artifact_versions shown
    on shown.account_id = artifact.account_id and shown.artifact_id = artifact.id
   and shown.version = link.version
  left join audit_events event
    on event.account_id = artifact.account_id and event.created_at = link.created_at
   and event.action = 'link.created' and event.subject = public_id('shr', link.id)
 where link.id = $id)">
    kFindLinkAsOperator{"operator_find_link"};

constexpr Statement kFindKeyAsOperator{"operator_find_key", R"(
select 'API key', public_id('key', key.id), key.name,
       case when key.revoked_at is not null then 'revoked'
            when key.expires_at <= now() then 'expired' else 'active' end,
       key.created_at, null::timestamptz, null::text, null::uuid, null::uuid, null::uuid, null::text,
       account.*
  from api_keys key
  join found_accounts account on account.id = key.account_id
 where key.id = $1)"};

constexpr Statement kFindKeyBySecret{"operator_find_secret", R"(
select 'API key', public_id('key', key.id), key.name,
       case when key.revoked_at is not null then 'revoked'
            when key.expires_at <= now() then 'expired' else 'active' end,
       key.created_at, null::timestamptz, null::text, null::uuid, null::uuid, null::uuid, null::text,
       account.*
  from api_keys key
  join found_accounts account on account.id = key.account_id
 where key.secret_hash = $1)"};

constexpr Statement kFindKeysByPrefix{"operator_find_prefix", R"(
select 'API key', public_id('key', key.id), key.name,
       case when key.revoked_at is not null then 'revoked'
            when key.expires_at <= now() then 'expired' else 'active' end,
       key.created_at, null::timestamptz, null::text, null::uuid, null::uuid, null::uuid, null::text,
       account.*
  from api_keys key
  join found_accounts account on account.id = key.account_id
 where starts_with(key.display_prefix, $1) or starts_with($1, key.display_prefix)
 order by key.created_at, key.id)"};

constexpr Statement kFindUserAsOperator{"operator_find_user", R"(
select 'user', public_id('usr', member.id), member.email, member.role, member.created_at,
       null::timestamptz, null::text, null::uuid, null::uuid, null::uuid, null::text,
       account.*
  from users member
  join found_accounts account on account.id = member.account_id
 where member.id = $1)"};

constexpr Statement kFindUserByAddress{"operator_find_email", R"(
select 'user', public_id('usr', member.id), member.email, member.role, member.created_at,
       null::timestamptz, null::text, null::uuid, null::uuid, null::uuid, null::text,
       account.*
  from users member
  join found_accounts account on account.id = member.account_id
 where member.email = $1)"};

constexpr std::string_view kShareLink = "share link";

std::vector<Found> all_found(const Rows& rows) {
  std::vector<Found> found;
  for (int i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    FoundThing thing{.kind = std::string(row.text(0)),
                     .id = std::string(row.text(1)),
                     .name = row.name(2),
                     .state = std::string(row.text(3)),
                     .created_at = row.timestamp(4),
                     .disabled = disabled_in(row, 5),
                     .artifact = std::nullopt,
                     .options = std::nullopt,
                     .maker = std::nullopt};
    if (!row.is_null(7)) thing.artifact = core::ArtifactId(row.uuid(7));
    if (thing.kind == kShareLink) thing.options = link_options_in(row, 16);
    if (!row.is_null(10)) {
      thing.maker =
          RecordedActor{.user = {}, .key = {}, .name = row.name(10), .client_address = {}};
      if (!row.is_null(8)) thing.maker->user = core::UserId(row.uuid(8));
      if (!row.is_null(9)) thing.maker->key = core::KeyId(row.uuid(9));
    }
    found.push_back({std::move(thing),
                     {.id = core::AccountId(row.uuid(11)),
                      .name = row.name(12),
                      .disabled = disabled_in(row, 13),
                      .owners = core::split_words(row.optional_text(15).value_or(""))}});
  }
  return found;
}

}  // namespace

std::vector<Found> OperatorSearch::find(const core::AccountId& id) {
  return all_found(postgres_.read(kFindAccountAsOperator, id));
}

std::vector<Found> OperatorSearch::find(const core::ArtifactId& id) {
  return all_found(postgres_.read(kFindArtifactAsOperator, id));
}

std::vector<Found> OperatorSearch::find(const core::ShareId& id) {
  return all_found(postgres_.read(kFindLinkAsOperator, "id"_a = id));
}

std::vector<Found> OperatorSearch::find(const core::KeyId& id) {
  return all_found(postgres_.read(kFindKeyAsOperator, id));
}

std::vector<Found> OperatorSearch::find(const core::UserId& id) {
  return all_found(postgres_.read(kFindUserAsOperator, id));
}

std::vector<Found> OperatorSearch::find(const core::Email& email) {
  return all_found(postgres_.read(kFindUserByAddress, email.text()));
}

std::vector<Found> OperatorSearch::find(const core::ApiKey& key) {
  return all_found(postgres_.read(kFindKeyBySecret, key.hash()));
}

std::vector<Found> OperatorSearch::find_keys(const std::string& begin) {
  return all_found(postgres_.read(kFindKeysByPrefix, begin));
}

}  // namespace db
