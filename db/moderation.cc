#include "db/moderation.h"

#include "core/text/text.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/share_store.h"

namespace db {
namespace {

// Each statement disables with a reason, and enables with none. What is disabled again keeps its
// first time; what is not disabled cannot be enabled.

constexpr AuditedQuery<R"(
with changed as (
  update accounts
     set disabled_at = case when $why::text is not null
                            then coalesce(disabled_at, date_trunc('milliseconds', now())) end,
         disabled_reason = $why
   where id = $subject and (disabled_at is not null or $why::text is not null)
  returning id, name
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, id, name) as event
)
select true from changed)">
    kDisableAccount{"disable_account"};

// Increments the revision, as the API's representation of the artifact changes.
constexpr AuditedQuery<R"(
with changed as (
  update artifacts
     set disabled_at = case when $why::text is not null
                            then coalesce(disabled_at, date_trunc('milliseconds', now())) end,
         disabled_reason = $why, revision = revision + 1
   where id = $subject and (disabled_at is not null or $why::text is not null)
  returning account_id, title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, title) as event
)
select true from changed)">
    kDisableArtifact{"disable_artifact"};

constexpr AuditedQuery<R"(
with changed as (
  update share_links link
     set disabled_at = case when $why::text is not null
                            then coalesce(link.disabled_at, date_trunc('milliseconds', now())) end,
         disabled_reason = $why
    from artifacts artifact
   where link.id = $subject and artifact.id = link.artifact_id
     and (link.disabled_at is not null or $why::text is not null)
  returning artifact.account_id, artifact.title
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, title) as event
)
select true from changed)">
    kDisableLink{"disable_link"};

// Chooses by the kind of a subject.
template <typename... Functions>
struct ByKind : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
ByKind(Functions...) -> ByKind<Functions...>;

std::optional<core::Disabled> disabling_in(const Row& row, const char* since, const char* reason) {
  if (row.is_null(since)) return std::nullopt;
  return core::Disabled{row.timestamp(since), std::string(row.text(reason))};
}

}  // namespace

bool set_disabled(Postgres& postgres, const DisabledSubject& subject,
                  const std::optional<core::DisablingReason>& reason) {
  using core::AuditAction;
  const auto why = reason ? std::optional(std::string(reason->text())) : std::nullopt;
  const auto change = [&](const auto& query, AuditAction disabled, AuditAction enabled,
                          const auto& id) {
    const core::Principal by = core::Principal::operator_of();
    const RecordedEvent event{reason ? disabled : enabled, by, id.to_string(), why};
    return !query.write(postgres, event, "subject"_a = id, "why"_a = why).empty();
  };
  return std::visit(ByKind{[&](const core::AccountId& id) {
                             return change(kDisableAccount, AuditAction::account_disabled,
                                           AuditAction::account_enabled, id);
                           },
                           [&](const core::ArtifactId& id) {
                             return change(kDisableArtifact, AuditAction::artifact_disabled,
                                           AuditAction::artifact_enabled, id);
                           },
                           [&](const core::ShareId& id) {
                             return change(kDisableLink, AuditAction::link_disabled,
                                           AuditAction::link_enabled, id);
                           }},
                    subject);
}

std::optional<core::Disabled> disabled_in(const Row& row) {
  return disabling_in(row, "disabled_at", "disabled_reason");
}

namespace {

// Each search selects a resource and its account, and for a share link also its options, its
// artifact, and who made it.
constexpr Query<R"(
select 'account' as kind, public_id('acc', self.id) as public_id, self.name as resource_name,
       'active' as state, self.created_at, self.disabled_at, self.disabled_reason,
       account.id as account_id, account.name as account_name,
       account.disabled_at as account_disabled_at,
       account.disabled_reason as account_disabled_reason, account.owners
  from accounts self
  join found_accounts account on account.id = self.id
 where self.id = $account)">
    kFindAccountAsOperator{"operator_find_account"};

constexpr Query<R"(
select 'artifact' as kind, public_id('art', artifact.id) as public_id,
       coalesce(artifact.title, '') as resource_name,
       case when artifact.deleted_at is not null then 'deleted'
            when artifact.expires_at <= now() then 'expired' else 'active' end as state,
       artifact.created_at, artifact.disabled_at, artifact.disabled_reason,
       account.id as account_id, account.name as account_name,
       account.disabled_at as account_disabled_at,
       account.disabled_reason as account_disabled_reason, account.owners
  from artifacts artifact
  join found_accounts account on account.id = artifact.account_id
 where artifact.id = $artifact)">
    kFindArtifactAsOperator{"operator_find_artifact"};

constexpr Query<R"(
select 'share link' as kind, public_id('shr', link.id) as public_id,
       coalesce(artifact.title, '') as resource_name,
       case when link.revoked_at is not null then 'revoked'
            when link.expires_at <= now() or coalesce(link.view_count >= link.max_views, false)
              then 'ended'
            when artifact.deleted_at is not null then 'artifact deleted'
            when artifact.expires_at <= now() then 'artifact expired'
            when artifact.disabled_at is not null then 'artifact disabled'
            when shown.erased_at is not null then 'version erased'
            else 'active' end as state,
       link.created_at, link.disabled_at, link.disabled_reason,
       account.id as account_id, account.name as account_name,
       account.disabled_at as account_disabled_at,
       account.disabled_reason as account_disabled_reason, account.owners,
       artifact.id as artifact_id, {link.*}, event.actor_name, event.user_id, event.key_id
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
  join found_accounts account on account.id = artifact.account_id
  left join artifact_versions shown
    on shown.account_id = artifact.account_id and shown.artifact_id = artifact.id
   and shown.version = link.version
  left join audit_events event
    on event.account_id = artifact.account_id and event.created_at = link.created_at
   and event.action = 'link.created' and event.subject = public_id('shr', link.id)
 where link.id = $link)">
    kFindLinkAsOperator{"operator_find_link"};

constexpr Text kKeyText = R"(
select 'API key' as kind, public_id('key', key.id) as public_id, key.name as resource_name,
       case when key.revoked_at is not null then 'revoked'
            when key.expires_at <= now() then 'expired' else 'active' end as state,
       key.created_at, null::timestamptz as disabled_at, null::text as disabled_reason,
       account.id as account_id, account.name as account_name,
       account.disabled_at as account_disabled_at,
       account.disabled_reason as account_disabled_reason, account.owners
  from api_keys key
  join found_accounts account on account.id = key.account_id
 where {which}
 order by key.created_at, key.id)";
constexpr Query<with_parts<kKeyText, "{which}", "key.id = $key">()> kFindKeyAsOperator{
    "operator_find_key"};
constexpr Query<with_parts<kKeyText, "{which}", "key.secret_hash = $key_hash">()> kFindKeyBySecret{
    "operator_find_secret"};
constexpr Query<with_parts<kKeyText, "{which}",
                           "starts_with(key.display_prefix, $prefix) "
                           "or starts_with($prefix, key.display_prefix)">()>
    kFindKeysByPrefix{"operator_find_prefix"};

constexpr Text kUserText = R"(
select 'user' as kind, public_id('usr', member.id) as public_id, member.email as resource_name,
       member.role as state, member.created_at, null::timestamptz as disabled_at,
       null::text as disabled_reason,
       account.id as account_id, account.name as account_name,
       account.disabled_at as account_disabled_at,
       account.disabled_reason as account_disabled_reason, account.owners
  from users member
  join found_accounts account on account.id = member.account_id
 where {which})";
constexpr Query<with_parts<kUserText, "{which}", "member.id = $user">()> kFindUserAsOperator{
    "operator_find_user"};
constexpr Query<with_parts<kUserText, "{which}", "member.email = $email">()> kFindUserByAddress{
    "operator_find_email"};

constexpr std::string_view kShareLink = "share link";

// Who made a link, as long as the audit log has it.
std::optional<RecordedActor> maker_in(const Row& row) {
  if (row.is_null("actor_name")) return std::nullopt;
  RecordedActor maker{.user = {}, .key = {}, .name = row.name("actor_name"), .client_address = {}};
  if (!row.is_null("user_id")) maker.user = core::UserId(row.uuid("user_id"));
  if (!row.is_null("key_id")) maker.key = core::KeyId(row.uuid("key_id"));
  return maker;
}

std::vector<Found> all_found(const Rows& rows) {
  std::vector<Found> found;
  for (int i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    FoundThing thing{.kind = std::string(row.text("kind")),
                     .id = std::string(row.text("public_id")),
                     .name = row.name("resource_name"),
                     .state = std::string(row.text("state")),
                     .created_at = row.timestamp("created_at"),
                     .disabled = disabled_in(row),
                     .artifact = std::nullopt,
                     .options = std::nullopt,
                     .maker = std::nullopt};
    FoundOwner account{
        .id = core::AccountId(row.uuid("account_id")),
        .name = row.name("account_name"),
        .disabled = disabling_in(row, "account_disabled_at", "account_disabled_reason"),
        .owners = core::split_words(row.optional_text("owners").value_or(""))};
    if (thing.kind == kShareLink) {
      thing.artifact = core::ArtifactId(row.uuid("artifact_id"));
      thing.options = link_options_in(row);
      thing.maker = maker_in(row);
    }
    found.push_back({std::move(thing), std::move(account)});
  }
  return found;
}

}  // namespace

std::vector<Found> OperatorSearch::find(const core::AccountId& id) {
  return all_found(postgres_.read(kFindAccountAsOperator, "account"_a = id));
}

std::vector<Found> OperatorSearch::find(const core::ArtifactId& id) {
  return all_found(postgres_.read(kFindArtifactAsOperator, "artifact"_a = id));
}

std::vector<Found> OperatorSearch::find(const core::ShareId& id) {
  return all_found(postgres_.read(kFindLinkAsOperator, "link"_a = id));
}

std::vector<Found> OperatorSearch::find(const core::KeyId& id) {
  return all_found(postgres_.read(kFindKeyAsOperator, "key"_a = id));
}

std::vector<Found> OperatorSearch::find(const core::UserId& id) {
  return all_found(postgres_.read(kFindUserAsOperator, "user"_a = id));
}

std::vector<Found> OperatorSearch::find(const core::Email& email) {
  return all_found(postgres_.read(kFindUserByAddress, "email"_a = email.text()));
}

std::vector<Found> OperatorSearch::find(const core::ApiKey& key) {
  return all_found(postgres_.read(kFindKeyBySecret, "key_hash"_a = key.hash()));
}

std::vector<Found> OperatorSearch::find_keys(const std::string& begin) {
  return all_found(postgres_.read(kFindKeysByPrefix, "prefix"_a = begin));
}

}  // namespace db
