#include "db/share_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/moderation.h"

namespace db {
namespace {

// Locks the artifact until the link is inserted, so that it cannot be removed in between.
constexpr AuditedQuery<R"(
with artifact as (
  select id, account_id, title, deleted_at, disabled_reason,
         coalesce(expires_at <= now(), false) as expired, expires_at,
         account_id = $account as owned
    from artifacts
   where id = $artifact
     for key share
), admission as materialized (
  select admit_link(id, $most_links) as admitted, refuse_pin(id, $link.version) as pin_refusal
    from artifact
   where owned and deleted_at is null and not expired and disabled_reason is null
), link as (
  insert into share_links
    (id, artifact_id, account_id, signing_key_id, created_at, expires_at, password_hash, is_kept,
     {link})
  select $id, id, account_id, $signing_key, moment,
         coalesce($end, moment + make_interval(secs => $lifetime), 'infinity'), $password_hash,
         $is_kept, {$link}
    from artifact, admission, date_trunc('milliseconds', now()) as moment
   where admitted and pin_refusal is null and may_end_at($end, moment)
  returning created_at, expires_at
), event as (
  insert into audit_events
  select event.*
    from artifact, link, audit_event($event, artifact.account_id, artifact.title) as event
)
select owned, deleted_at is not null, expired, coalesce(admitted, true), link.created_at,
       nullif(least(link.expires_at, artifact.expires_at), 'infinity'), disabled_reason,
       coalesce(artifact.expires_at < link.expires_at, false), nullif(link.expires_at, 'infinity'),
       pin_refusal
  from artifact left join admission on true left join link on true)">
    kCreateLink{"share_create"};

constexpr Statement kArtifactOfLink{"share_artifact", R"(
select artifact_id from share_links where id = $1 and account_id = $2)"};

constexpr Statement kFindLink{"share_find", R"(
select (shared_link_of(link, artifact.expires_at, 0, null)).*
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where link.id = $1 and link.artifact_id = $2)"};

constexpr Statement kFindKeptLink{"share_find_kept", R"(
select id, password_hash, expires_at < now() + make_interval(secs => $2)
  from share_links
 where artifact_id = $1 and is_kept and revoked_at is null
 order by created_at desc, id desc
 limit 1)"};

// Locks the link until it is changed, so that what is recorded is what has changed.
constexpr Query<R"(
select refuse_pin(artifact_id, $version), password_hash, {link}
  from share_links
 where id = $id and artifact_id = $artifact and revoked_at is null
   for no key update)">
    kLockLink{"share_lock"};

// If nothing is changed, the new expiry is out of range.
constexpr AuditedQuery<R"(
with changed as (
  update share_links link
     set ({link}) = row({$link}),
         password_hash = $password_hash,
         expires_at = case when $has_expiry then coalesce($end, moment + make_interval(secs => $lifetime), 'infinity')
                           else before.expires_at end
    from share_links before, date_trunc('milliseconds', now()) as moment
   where link.id = $id and before.id = $id and may_end_at($end, moment)
  returning link, link.id, link.artifact_id, link.expires_at <> before.expires_at as moves_end
), event as (
  insert into audit_events
  select event.*
    from changed
    join artifacts artifact on artifact.id = changed.artifact_id,
         array_remove(array[case when moves_end then 'expiry_changed' end] || $changes::text[], null)
           as made (changes),
         audit_event($event, artifact.account_id, artifact.title, made.changes) as event
   where made.changes <> '{}'
)
select (shared_link_of(changed.link, artifact.expires_at, unfolded.views, unfolded.last_viewed_at)).*
  from changed
  join artifacts artifact on artifact.id = changed.artifact_id
 cross join lateral unfolded_of(changed.id) as unfolded)">
    kChange{"share_change"};

constexpr AuditedStatement kRevoke{"share_revoke", R"(
with before as (
  select id, revoked_at from share_links where id = $1 and artifact_id = $2 for update
), revoked as (
  update share_links link
     set revoked_at = coalesce(link.revoked_at, date_trunc('milliseconds', now()))
    from before
   where link.id = before.id
  returning link.artifact_id, link.revoked_at, before.revoked_at is null as is_revoked_now
), event as (
  insert into audit_events
  select event.*
    from revoked
    join artifacts artifact on artifact.id = revoked.artifact_id,
         audit_event($3, artifact.account_id, artifact.title) as event
   where is_revoked_now
)
select revoked_at from revoked)"};

// The error that refuse_pin() found for the version that a link is to show; nothing if it can.
std::optional<core::Error> pin_refusal_in(const Row& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return core::Error{core::ErrorCode::invalid_request,
                     row.text(column) == "erased"
                         ? "is a version that was erased"
                         : "is no version that the artifact has, or one that was not kept",
                     "version"};
}

// The words of the audit log for a change of the options.
TextArray words_of_change(const core::LinkOptions& before, const core::LinkOptions& after) {
  TextArray words;
  core::for_each_link_field([&](const auto& field) {
    const auto& value = after.*field.member;
    if (value == before.*field.member) return;
    // What has no value is removed, and so is a right of viewers.
    bool is_set = true;
    if constexpr (requires { static_cast<bool>(value); }) is_set = static_cast<bool>(value);
    words.emplace_back(is_set ? field.set_word : field.removed_word);
  });
  return words;
}

}  // namespace

core::Result<core::ShareLink> ShareStore::create(const core::ShareId& id,
                                                 const core::ArtifactId& artifact,
                                                 const core::AccountId& account,
                                                 const NewLinkRow& link,
                                                 const std::string& signing_key_id,
                                                 const core::Principal& principal, KeptAlive kept) {
  using core::Error;
  using core::ErrorCode;
  const Rows rows = kCreateLink.write(
      postgres_, {core::AuditAction::link_created, principal, id.to_string()}, "id"_a = id,
      "artifact"_a = artifact, "account"_a = account, "signing_key"_a = signing_key_id,
      "lifetime"_a = link.expiry.duration(), "end"_a = link.expiry.moment(),
      "password_hash"_a = link.password_hash, "most_links"_a = links_per_artifact_,
      "is_kept"_a = kept == KeptAlive::yes, "link"_a = link.options);
  if (rows.empty()) return Error{ErrorCode::not_found, "there is no artifact with this id"};
  const Row row = rows[0];
  const bool owned = row.boolean(0);
  const bool deleted = row.boolean(1);
  const bool expired = row.boolean(2);
  if (!owned) return Error{ErrorCode::forbidden, "this artifact belongs to another account"};
  if (deleted) return core::not_shared_deleted();
  if (expired) return core::not_shared_expired();
  if (const auto reason = row.optional_text(6)) return core::not_shared_disabled(*reason);
  if (!row.boolean(3)) {
    return Error{ErrorCode::quota_exceeded, "the artifact has reached its limit of " +
                                                std::to_string(links_per_artifact_) +
                                                " share links. Expired and revoked links count "
                                                "until they are removed, at least 30 days "
                                                "later: reuse an existing share link"};
  }
  if (auto refusal = pin_refusal_in(row, 9)) return *std::move(refusal);
  if (row.is_null(4)) return core::invalid_expiry("expiresIn");
  return core::ShareLink{.id = id,
                         .artifact = artifact,
                         .signing_key_id = signing_key_id,
                         .created_at = row.timestamp(4),
                         .expires_at = row.optional_timestamp(5),
                         .ends_by_artifact = row.boolean(7),
                         .own_end = row.optional_timestamp(8)};
}

std::optional<core::ArtifactId> ShareStore::artifact_of(const core::AccountId& account,
                                                        const core::ShareId& id) {
  const Rows rows = postgres_.read(kArtifactOfLink, id, account);
  if (rows.empty()) return std::nullopt;
  return core::ArtifactId(rows[0].uuid(0));
}

std::optional<core::ShareLinkState> ShareStore::find(const core::ShareId& id,
                                                     const core::ArtifactId& artifact) {
  const Rows rows = postgres_.read(kFindLink, id, artifact);
  if (rows.empty()) return std::nullopt;
  return link_state_in(rows[0]);
}

std::optional<KeptLink> ShareStore::find_kept(const core::ArtifactId& artifact,
                                              core::Duration at_least) {
  const Rows rows = postgres_.read(kFindKeptLink, artifact, at_least);
  if (rows.empty()) return std::nullopt;
  return KeptLink{core::ShareId(rows[0].uuid(0)), rows[0].optional_text(1), rows[0].boolean(2)};
}

core::Result<std::optional<core::ShareLinkState>> ShareStore::change(
    const core::ShareId& id, const core::ArtifactId& artifact, const LinkRowChange& change,
    const core::Principal& principal) {
  using Changed = core::Result<std::optional<core::ShareLinkState>>;
  const core::Expiry expiry = change.expiry.value_or(core::Expiry::never());
  return in_transaction(postgres_, [&]() -> Changed {
    const auto* version = change.options.find(&core::LinkOptions::version);
    const Rows locked = postgres_.write(
        kLockLink, "id"_a = id, "artifact"_a = artifact,
        "version"_a = version != nullptr ? *version : std::optional<core::VersionNumber>());
    if (locked.empty()) return std::optional<core::ShareLinkState>();
    if (auto refusal = pin_refusal_in(locked[0], 0)) return *std::move(refusal);
    const auto password_before = locked[0].optional_text(1);
    const auto password = change.password_hash.value_or(password_before);
    const core::LinkOptions before = link_options_in(locked[0], 2);
    const core::LinkOptions options = change.options.applied_to(before);
    TextArray changes = words_of_change(before, options);
    if (password != password_before)
      changes.emplace(changes.begin(), password ? "password_set" : "password_removed");
    const Rows rows =
        kChange.write(postgres_, {core::AuditAction::link_changed, principal, id.to_string()},
                      "id"_a = id, "link"_a = options, "password_hash"_a = password,
                      "changes"_a = changes, "has_expiry"_a = change.expiry.has_value(),
                      "lifetime"_a = expiry.duration(), "end"_a = expiry.moment());
    if (rows.empty()) return core::invalid_expiry("expiresIn");
    return std::optional(link_state_in(rows[0]));
  });
}

std::optional<core::Timestamp> ShareStore::revoke(const core::ShareId& id,
                                                  const core::ArtifactId& artifact,
                                                  const core::Principal& principal) {
  const Rows rows = kRevoke.write(
      postgres_, {core::AuditAction::link_revoked, principal, id.to_string()}, id, artifact);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

core::ShareLinkState link_state_in(const Row& row) {
  core::ShareLinkState state;
  state.link = {.id = core::ShareId(row.uuid(0)),
                .artifact = core::ArtifactId(row.uuid(1)),
                .signing_key_id = std::string(row.text(2)),
                .created_at = row.timestamp(3),
                .expires_at = row.optional_timestamp(4),
                .ends_by_artifact = row.boolean(12),
                .own_end = row.optional_timestamp(13)};
  state.has_password = row.boolean(5);
  state.view_count = row.integer(6);
  state.last_viewed_at = row.optional_timestamp(7);
  state.revoked_at = row.optional_timestamp(8);
  state.has_ended = row.boolean(9);
  state.disabled = disabled_in(row, 10);
  state.options = link_options_in(row, 14);
  return state;
}

namespace {

// The value of a column by the type of its field; a constraint allows no other.

void read_option(const Row& row, int column, bool& value) { value = row.boolean(column); }

void read_option(const Row& row, int column, int& value) {
  value = static_cast<int>(row.integer(column));
}

void read_option(const Row& row, int column, core::VersionNumber& value) {
  value = core::VersionNumber(static_cast<int>(row.integer(column)));
}

template <typename Enum>
requires std::is_enum_v<Enum>
void read_option(const Row& row, int column, Enum& value) {
  value = core::value_of<Enum>(row.text(column)).value();
}

void read_option(const Row& row, int column, std::optional<core::DisplayName>& value) {
  if (!row.is_null(column)) value = core::DisplayName::parse(row.text(column));
}

template <typename Value>
void read_option(const Row& row, int column, std::optional<Value>& value) {
  if (!row.is_null(column)) read_option(row, column, value.emplace());
}

}  // namespace

core::LinkOptions link_options_in(const Row& row, int first) {
  core::LinkOptions options;
  int column = first;
  core::for_each_link_field(
      [&](const auto& field) { read_option(row, column++, options.*field.member); });
  return options;
}

}  // namespace db
