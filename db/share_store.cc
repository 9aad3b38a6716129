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
  select $link_id, id, account_id, $signing_key, moment,
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
select owned, deleted_at is not null as deleted, expired, disabled_reason,
       coalesce(admitted, true) as admitted, pin_refusal, link.created_at,
       nullif(least(link.expires_at, artifact.expires_at), 'infinity') as expires_at,
       coalesce(artifact.expires_at < link.expires_at, false) as ends_by_artifact,
       nullif(link.expires_at, 'infinity') as own_end
  from artifact left join admission on true left join link on true)">
    kCreateLink{"share_create"};

constexpr Query<R"(
select artifact_id from share_links where id = $link and account_id = $account)">
    kArtifactOfLink{"share_artifact"};

constexpr Query<R"(
select (shared_link_of(link, artifact.expires_at, artifact.deleted_at,
                       artifact.disabled_at)).*
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where link.id = $link and link.artifact_id = $artifact)">
    kFindLink{"share_find"};

constexpr Query<R"(
select id, password_hash, expires_at < now() + make_interval(secs => $at_least) as ends_soon
  from share_links
 where artifact_id = $artifact and is_kept and revoked_at is null
 order by created_at desc, id desc
 limit 1)">
    kFindKeptLink{"share_find_kept"};

// Locks the link until it is changed, so that what is recorded is what has changed.
constexpr Query<R"(
select refuse_pin(artifact_id, $version) as pin_refusal, password_hash, {link}
  from share_links
 where id = $link and artifact_id = $artifact and revoked_at is null
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
   where link.id = $link_id and before.id = $link_id and may_end_at($end, moment)
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
select (shared_link_of(changed.link, artifact.expires_at, artifact.deleted_at, artifact.disabled_at)).*
  from changed
  join artifacts artifact on artifact.id = changed.artifact_id)">
    kChange{"share_change"};

constexpr AuditedQuery<R"(
with before as (
  select id, revoked_at from share_links where id = $link and artifact_id = $artifact for update
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
         audit_event($event, artifact.account_id, artifact.title) as event
   where is_revoked_now
)
select revoked_at from revoked)">
    kRevoke{"share_revoke"};

// The error that refuse_pin() found for the version that a link is to show; nothing if it can.
std::optional<core::Error> pin_refusal_in(const Row& row) {
  if (row.is_null("pin_refusal")) return std::nullopt;
  return core::Error{core::ErrorCode::invalid_request,
                     row.text("pin_refusal") == "erased"
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
      postgres_, {core::AuditAction::link_created, principal, id.to_string()}, "link_id"_a = id,
      "artifact"_a = artifact, "account"_a = account, "signing_key"_a = signing_key_id,
      "lifetime"_a = link.expiry.duration(), "end"_a = link.expiry.moment(),
      "password_hash"_a = link.password_hash, "most_links"_a = links_per_artifact_,
      "is_kept"_a = kept == KeptAlive::yes, "link"_a = link.options);
  if (rows.empty()) return Error{ErrorCode::not_found, "there is no artifact with this id"};
  const Row row = rows[0];
  if (!row.boolean("owned"))
    return Error{ErrorCode::forbidden, "this artifact belongs to another account"};
  if (row.boolean("deleted")) return core::not_shared_deleted();
  if (row.boolean("expired")) return core::not_shared_expired();
  if (const auto reason = row.optional_text("disabled_reason"))
    return core::not_shared_disabled(*reason);
  if (!row.boolean("admitted")) {
    return Error{ErrorCode::quota_exceeded, "the artifact has reached its limit of " +
                                                std::to_string(links_per_artifact_) +
                                                " share links. Expired and revoked links count "
                                                "until they are removed, at least 30 days "
                                                "later: reuse an existing share link"};
  }
  if (auto refusal = pin_refusal_in(row)) return *std::move(refusal);
  if (row.is_null("created_at")) return core::invalid_expiry("expiresIn");
  return core::ShareLink{.id = id,
                         .artifact = artifact,
                         .signing_key_id = signing_key_id,
                         .created_at = row.timestamp("created_at"),
                         .expires_at = row.optional_timestamp("expires_at"),
                         .ends_by_artifact = row.boolean("ends_by_artifact"),
                         .own_end = row.optional_timestamp("own_end")};
}

std::optional<core::ArtifactId> ShareStore::artifact_of(const core::AccountId& account,
                                                        const core::ShareId& id) {
  const Rows rows = postgres_.read(kArtifactOfLink, "link"_a = id, "account"_a = account);
  if (rows.empty()) return std::nullopt;
  return core::ArtifactId(rows[0].uuid("artifact_id"));
}

std::optional<core::ShareLinkState> ShareStore::find(const core::ShareId& id,
                                                     const core::ArtifactId& artifact) {
  const Rows rows = postgres_.read(kFindLink, "link"_a = id, "artifact"_a = artifact);
  if (rows.empty()) return std::nullopt;
  return link_state_in(rows[0]);
}

std::optional<KeptLink> ShareStore::find_kept(const core::ArtifactId& artifact,
                                              core::Duration at_least) {
  const Rows rows = postgres_.read(kFindKeptLink, "artifact"_a = artifact, "at_least"_a = at_least);
  if (rows.empty()) return std::nullopt;
  return KeptLink{.id = core::ShareId(rows[0].uuid("id")),
                  .password_hash = rows[0].optional_text("password_hash"),
                  .ends_soon = rows[0].boolean("ends_soon")};
}

core::Result<std::optional<core::ShareLinkState>> ShareStore::change(
    const core::ShareId& id, const core::ArtifactId& artifact, const LinkRowChange& change,
    const core::Principal& principal) {
  using Changed = core::Result<std::optional<core::ShareLinkState>>;
  const core::Expiry expiry = change.expiry.value_or(core::Expiry::never());
  return in_transaction(postgres_, [&]() -> Changed {
    const auto* version = change.options.find(&core::LinkOptions::version);
    const Rows locked = postgres_.write(
        kLockLink, "link"_a = id, "artifact"_a = artifact,
        "version"_a = version != nullptr ? *version : std::optional<core::VersionNumber>());
    if (locked.empty()) return std::optional<core::ShareLinkState>();
    if (auto refusal = pin_refusal_in(locked[0])) return *std::move(refusal);
    const auto password_before = locked[0].optional_text("password_hash");
    const auto password = change.password_hash.value_or(password_before);
    const core::LinkOptions before = link_options_in(locked[0]);
    const core::LinkOptions options = change.options.applied_to(before);
    TextArray changes = words_of_change(before, options);
    if (password != password_before)
      changes.emplace(changes.begin(), password ? "password_set" : "password_removed");
    const Rows rows =
        kChange.write(postgres_, {core::AuditAction::link_changed, principal, id.to_string()},
                      "link_id"_a = id, "link"_a = options, "password_hash"_a = password,
                      "changes"_a = changes, "has_expiry"_a = change.expiry.has_value(),
                      "lifetime"_a = expiry.duration(), "end"_a = expiry.moment());
    if (rows.empty()) return core::invalid_expiry("expiresIn");
    return std::optional(link_state_in(rows[0]));
  });
}

std::optional<core::Timestamp> ShareStore::revoke(const core::ShareId& id,
                                                  const core::ArtifactId& artifact,
                                                  const core::Principal& principal) {
  const Rows rows =
      kRevoke.write(postgres_, {core::AuditAction::link_revoked, principal, id.to_string()},
                    "link"_a = id, "artifact"_a = artifact);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp("revoked_at");
}

core::ShareLinkState link_state_in(const Row& row) {
  core::ShareLinkState state;
  state.link.id = core::ShareId(row.uuid("id"));
  state.link.artifact = core::ArtifactId(row.uuid("artifact_id"));
  state.link.signing_key_id = row.text("signing_key_id");
  state.link.created_at = row.timestamp("created_at");
  state.link.expires_at = row.optional_timestamp("expires_at");
  state.has_password = row.boolean("has_password");
  state.view_count = row.integer("view_count");
  state.last_viewed_at = row.optional_timestamp("last_viewed_at");
  state.revoked_at = row.optional_timestamp("revoked_at");
  state.has_ended = row.boolean("has_ended");
  state.disabled = disabled_in(row);
  state.artifact_is_deleted = row.boolean("artifact_deleted");
  state.artifact_is_disabled = row.boolean("artifact_disabled");
  state.version_is_erased = row.boolean("version_erased");
  state.link.ends_by_artifact = row.boolean("ends_by_artifact");
  state.link.own_end = row.optional_timestamp("own_end");
  state.options = link_options_in(row);
  return state;
}

namespace {

// The value of a column by the type of its field; a constraint allows no other.

void read_option(const Row& row, const char* column, bool& value) { value = row.boolean(column); }

void read_option(const Row& row, const char* column, int& value) {
  value = static_cast<int>(row.integer(column));
}

void read_option(const Row& row, const char* column, core::VersionNumber& value) {
  value = core::VersionNumber(static_cast<int>(row.integer(column)));
}

template <typename Enum>
requires std::is_enum_v<Enum>
void read_option(const Row& row, const char* column, Enum& value) {
  value = core::value_of<Enum>(row.text(column)).value();
}

void read_option(const Row& row, const char* column, std::optional<core::DisplayName>& value) {
  if (!row.is_null(column)) value = core::DisplayName::parse(row.text(column));
}

template <typename Value>
void read_option(const Row& row, const char* column, std::optional<Value>& value) {
  if (!row.is_null(column)) read_option(row, column, value.emplace());
}

}  // namespace

core::LinkOptions link_options_in(const Row& row) {
  core::LinkOptions options;
  core::for_each_link_field([&](const auto& field) {
    // A literal, which ends with a NUL.
    read_option(row, field.column.data(), options.*field.member);
  });
  return options;
}

core::LinkOptions link_defaults_in(const Row& row) {
  core::LinkOptions options;
  core::for_each_link_field([&](const auto& field) {
    const char* const column = field.column.data();
    if (field.has_account_default && !row.is_null(column))
      read_option(row, column, options.*field.member);
  });
  return options;
}

}  // namespace db
