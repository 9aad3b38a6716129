#include "db/share_store.h"

#include "core/security/cryptography.h"
#include "db/artifact_rows.h"
#include "db/artifact_store.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/moderation.h"
#include "db/word_index.h"

namespace db {
namespace {

// Locks the artifact until the link is inserted, so that it cannot be removed in between.
constexpr AuditedStatement kCreateLink{"share_create", R"(
-- Parameters: link, artifact, account, signing key, lifetime in seconds, download allowed,
--   password hash, most views, most links, remote images, end, kept by upserts, name, version,
--   shows history, live, shows sender, cards, event
with artifact as (
  select id, account_id, title, deleted_at, disabled_reason,
         coalesce(expires_at <= now(), false) as expired, expires_at,
         account_id = $3 as owned
    from artifacts
   where id = $2
     for key share
), admission as materialized (
  select admit_link(id, $9) as admitted, refuse_pin(id, $14) as pin_refusal
    from artifact
   where owned and deleted_at is null and not expired and disabled_reason is null
), link as (
  insert into share_links
    (id, artifact_id, account_id, signing_key_id, created_at, expires_at,
     allow_download, password_hash, max_views, remote_images, is_kept, name, version, show_history,
     live, show_sender, cards)
  select $1, id, account_id, $4, moment,
         coalesce($11, moment + make_interval(secs => $5), 'infinity'), $6, $7, $8, $10, $12, $13,
         $14, $15, $16, $17, $18
    from artifact, admission, date_trunc('milliseconds', now()) as moment
   where admitted and pin_refusal is null and may_end_at($11, moment)
  returning created_at, expires_at
), event as (
  insert into audit_events
  select event.*
    from artifact, link, audit_event($19, artifact.account_id, artifact.title) as event
)
select owned, deleted_at is not null, expired, coalesce(admitted, true), link.created_at,
       nullif(least(link.expires_at, artifact.expires_at), 'infinity'), disabled_reason,
       coalesce(artifact.expires_at < link.expires_at, false), nullif(link.expires_at, 'infinity'),
       pin_refusal
  from artifact left join admission on true left join link on true)"};

// If nothing is created and nothing refused, an expiry is out of range, or the external ID is
// taken.
constexpr AuditedStatement kCreateWithArtifact{"share_create_with_artifact", R"(
-- Parameters: artifact, account, template, title, description, content, metadata, artifact's
--   lifetime in seconds, link, signing key, link's lifetime in seconds, download allowed,
--   password hash, most views, storage limits, remote images, artifact's end, link's end,
--   external ID, PDF status, first heading, link's name, title words, author, note, version,
--   shows history, live, shows sender, cards, hash of the content, event
with admission as materialized (
  select * from admit_content($2, 1, octet_length($6), $15)
), artifact as (
  insert into artifacts
    (id, account_id, template, title, description, content, metadata,
     created_at, updated_at, expires_at, external_id, pdf_status, first_heading,
     title_words, version_at, version_author, version_note, content_hash)
  select $1, $2, $3, $4, $5, $6, $7, moment, moment,
         coalesce($17, moment + make_interval(secs => $8)), $19, $20, $21, lower($23),
         moment, $24, $25, $31
    from admission, date_trunc('milliseconds', now()) as moment
   where refused is null and may_end_at($17, moment) and may_end_at($18, moment)
      on conflict (account_id, external_id) where external_id is not null do nothing
  returning id, account_id, listed_as, template, octet_length($6) as bytes, created_at,
            expires_at
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, listed_as, template, pg_backend_pid() % 16, 1, bytes from artifact
      on conflict (account_id, listed_as, template, slot)
      do update set count = artifact_counts.count + excluded.count,
                    bytes = artifact_counts.bytes + excluded.bytes
), noted as (
  insert into unindexed_artifacts (account_id, artifact_id) select account_id, id from artifact
), link as (
  insert into share_links
    (id, artifact_id, account_id, signing_key_id, created_at, expires_at,
     allow_download, password_hash, max_views, remote_images, is_kept, name, version, show_history,
     live, show_sender, cards)
  select $9, id, $2, $10, created_at,
         coalesce($18, created_at + make_interval(secs => $11), 'infinity'), $12, $13, $14, $16,
         $19 is not null, $22, $26, $27, $28, $29, $30
    from artifact
  returning created_at, expires_at
), event as (
  insert into audit_events
  select event.* from link, audit_event($32, $2, $4) as event
)
select refused, most, used, artifact.created_at, artifact.expires_at, link.created_at,
       nullif(least(link.expires_at, artifact.expires_at), 'infinity'),
       coalesce(artifact.expires_at < link.expires_at, false),
       may_end_at($17, date_trunc('milliseconds', now())),
       may_end_at($18, date_trunc('milliseconds', now())), nullif(link.expires_at, 'infinity')
  from admission left join artifact on true left join link on true)"};

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

// If nothing is changed, there is no such link, or the new expiry is out of range.
constexpr AuditedStatement kChange{"share_change", R"(
-- Parameters: link, artifact, lifetime in seconds, download allowed or null, has password,
--   password hash, has most views, most views, has remote images, remote images, has expiry, end,
--   has name, name, has version, version, shows history or null, live or null, has sender, shows
--   sender, cards or null, event
with before as (
  select id, name, expires_at, allow_download, password_hash, max_views, remote_images, version,
         show_history, live, show_sender, cards, refuse_pin(artifact_id, $16) as pin_refusal
    from share_links
   where id = $1 and artifact_id = $2 and revoked_at is null
     for no key update
), changed as (
  update share_links link
     set expires_at = case when $11 then coalesce($12, moment + make_interval(secs => $3), 'infinity')
                           else link.expires_at end,
         allow_download = coalesce($4, link.allow_download),
         password_hash = case when $5 then $6 else link.password_hash end,
         max_views = case when $7 then $8 else link.max_views end,
         remote_images = case when $9 then $10 else link.remote_images end,
         name = case when $13 then $14 else link.name end,
         version = case when $15 then $16 else link.version end,
         show_history = coalesce($17, link.show_history),
         live = coalesce($18, link.live),
         show_sender = case when $19 then $20 else link.show_sender end,
         cards = coalesce($21, link.cards)
    from before, date_trunc('milliseconds', now()) as moment
   where link.id = before.id and before.pin_refusal is null and may_end_at($12, moment)
  returning link.*
), event as (
  insert into audit_events
  select event.*
    from changed
    join before on before.id = changed.id
    join artifacts artifact on artifact.id = changed.artifact_id,
         array_remove(array[
           case when changed.name is distinct from before.name
                then case when changed.name is null then 'name_removed' else 'name_set' end end,
           case when changed.expires_at is distinct from before.expires_at
                then 'expiry_changed' end,
           case when changed.password_hash is distinct from before.password_hash
                then case when changed.password_hash is null then 'password_removed'
                          else 'password_set' end end,
           case when changed.max_views is distinct from before.max_views
                then case when changed.max_views is null then 'view_limit_removed'
                          else 'view_limit_set' end end,
           case when changed.allow_download <> before.allow_download
                then case when changed.allow_download then 'download_allowed'
                          else 'download_disallowed' end end,
           case when changed.remote_images is distinct from before.remote_images
                then 'remote_images_changed' end,
           case when changed.version is distinct from before.version
                then case when changed.version is null then 'version_unpinned'
                          else 'version_pinned' end end,
           case when changed.show_history <> before.show_history
                then case when changed.show_history then 'history_shown' else 'history_hidden' end end,
           case when changed.live <> before.live then 'live_changed' end,
           case when changed.show_sender is distinct from before.show_sender
                then 'sender_changed' end,
           case when changed.cards <> before.cards then 'cards_changed' end
         ], null) as made (changes),
         audit_event($22, artifact.account_id, artifact.title, made.changes) as event
   where made.changes <> '{}'
)
select (shared_link_of(row(changed.*)::share_links, artifact.expires_at, unfolded.views, unfolded.last_viewed_at)).*,
       expected.pin_refusal
  from (select may_end_at($12, date_trunc('milliseconds', now())) as may_end,
               (select pin_refusal from before) as pin_refusal) as expected
  left join (changed join artifacts artifact on artifact.id = changed.artifact_id) on true
 cross join lateral unfolded_of(changed.id) as unfolded
 where changed.id is not null or not may_end or pin_refusal is not null)"};

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

std::optional<std::string_view> name_of(const std::optional<core::RemoteImages>& images) {
  return images ? std::optional(core::to_string(*images)) : std::nullopt;
}

std::optional<int> number_of(const std::optional<core::VersionNumber>& version) {
  return version ? std::optional(version->value()) : std::nullopt;
}

// What refuse_pin() says of the version that a link is to show; nothing if it can.
std::optional<core::Error> pin_refusal_in(const Row& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return core::Error{core::ErrorCode::invalid_request,
                     row.text(column) == "erased"
                         ? "is a version that was erased"
                         : "is no version that the artifact has, or one that was not kept",
                     "version"};
}

std::optional<std::string> text_of(const std::optional<core::DisplayName>& name) {
  return name ? std::optional(name->text()) : std::nullopt;
}

}  // namespace

core::Result<core::ShareLink> ShareStore::create(const core::ShareId& id,
                                                 const core::ArtifactId& artifact,
                                                 const core::AccountId& account,
                                                 const core::NewShareLink& link,
                                                 const std::string& signing_key_id,
                                                 const core::Principal& principal, KeptAlive kept) {
  using core::Error;
  using core::ErrorCode;
  const Rows rows = kCreateLink.write(
      postgres_, {core::AuditAction::link_created, principal, id.to_string()}, id, artifact,
      account, signing_key_id, link.expiry.duration(), link.allow_download, link.password_hash,
      link.max_views, limits_.links_per_artifact, name_of(link.remote_images), link.expiry.moment(),
      kept == KeptAlive::yes, text_of(link.name), number_of(link.shown.pinned),
      link.shown.has_history, core::to_string(link.shown.live), link.shows_sender,
      core::to_string(link.cards));
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
                                                std::to_string(limits_.links_per_artifact) +
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

core::Result<ShareStore::ArtifactAndLink> ShareStore::create_with_artifact(
    const core::ArtifactId& artifact_id, const core::AccountId& account,
    const core::NewArtifact& artifact, const core::Expiry& artifact_expiry,
    const core::ContentFacts& facts, const core::ShareId& share_id, const core::NewShareLink& link,
    const std::string& signing_key_id, const core::Principal& principal) {
  if (link.shown.pinned && *link.shown.pinned != core::kFirstVersion) {
    return core::Error{core::ErrorCode::invalid_request,
                       R"(must be "latest" or 1, the version that is created)", "/share/version"};
  }
  const std::string_view content = artifact.content.text();
  const Rows rows = write_admitted(0, [&] {
    return kCreateWithArtifact.write(
        postgres_, {core::AuditAction::link_created, principal, share_id.to_string()}, artifact_id,
        account, core::to_string(artifact.content_template), artifact.title, artifact.description,
        content, artifact.metadata, artifact_expiry.duration(), share_id, signing_key_id,
        link.expiry.duration(), link.allow_download, link.password_hash, link.max_views,
        limits_parameter(limits_.storage), name_of(link.remote_images), artifact_expiry.moment(),
        link.expiry.moment(), text_of(artifact.external_id), pdf_status(facts.pdf),
        facts.first_heading, text_of(link.name), title_words(artifact.title, facts.first_heading),
        author_parameter(principal), artifact.note, number_of(link.shown.pinned),
        link.shown.has_history, core::to_string(link.shown.live), link.shows_sender,
        core::to_string(link.cards), core::sha256(content));
  });
  const Row row = rows[0];
  if (auto refusal = refusal_in(row, 0, artifact.content.text().size(), principal))
    return *std::move(refusal);
  if (!row.boolean(8)) return core::invalid_expiry("expiresIn");
  if (!row.boolean(9)) return core::invalid_expiry("/share/expiresIn");
  if (row.is_null(3)) return external_id_taken();
  return ArtifactAndLink{{artifact_id, row.timestamp(3), row.optional_timestamp(4)},
                         {.id = share_id,
                          .artifact = artifact_id,
                          .signing_key_id = signing_key_id,
                          .created_at = row.timestamp(5),
                          .expires_at = row.optional_timestamp(6),
                          .ends_by_artifact = row.boolean(7),
                          .own_end = row.optional_timestamp(10)}};
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
    const core::ShareId& id, const core::ArtifactId& artifact, const core::ShareLinkChange& change,
    const core::Principal& principal) {
  const core::Expiry expiry = change.expiry.value_or(core::Expiry::never());
  const Rows rows = kChange.write(
      postgres_, {core::AuditAction::link_changed, principal, id.to_string()}, id, artifact,
      expiry.duration(), change.allow_download, change.password_hash.has_value(),
      change.password_hash.value_or(std::nullopt), change.max_views.has_value(),
      change.max_views.value_or(std::nullopt), change.remote_images.has_value(),
      name_of(change.remote_images.value_or(std::nullopt)), change.expiry.has_value(),
      expiry.moment(), change.name.has_value(), text_of(change.name.value_or(std::nullopt)),
      change.pinned.has_value(), number_of(change.pinned.value_or(std::nullopt)),
      change.has_history, change.live ? std::optional(core::to_string(*change.live)) : std::nullopt,
      change.shows_sender.has_value(), change.shows_sender.value_or(std::nullopt),
      change.cards ? std::optional(core::to_string(*change.cards)) : std::nullopt);
  if (rows.empty()) return std::optional<core::ShareLinkState>();
  if (auto refusal = pin_refusal_in(rows[0], kAfterLinkState)) return *std::move(refusal);
  if (rows[0].is_null(0)) return core::invalid_expiry("expiresIn");
  return std::optional(link_state_in(rows[0]));
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
                .ends_by_artifact = row.boolean(15),
                .own_end = row.optional_timestamp(16)};
  state.name = row.optional_text(17);
  state.allow_download = row.boolean(5);
  state.has_password = row.boolean(6);
  if (const auto most = row.optional_integer(7)) state.max_views = static_cast<int>(*most);
  state.view_count = row.integer(8);
  state.last_viewed_at = row.optional_timestamp(9);
  state.revoked_at = row.optional_timestamp(10);
  state.has_ended = row.boolean(11);
  state.remote_images = remote_images_in(row, 12);
  state.disabled = disabled_in(row, 13);
  if (const auto version = row.optional_integer(18))
    state.shown.pinned = core::VersionNumber(static_cast<int>(*version));
  state.shown.has_history = row.boolean(19);
  state.shown.live = core::parse_live_updates(row.text(20)).value();
  if (!row.is_null(21)) state.shows_sender = row.boolean(21);
  state.cards = core::parse_link_cards(row.text(22)).value();
  return state;
}

std::optional<core::RemoteImages> remote_images_in(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : core::parse_remote_images(row.text(column));
}

}  // namespace db
