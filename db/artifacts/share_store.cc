#include "db/artifacts/share_store.h"

#include <algorithm>

#include "db/accounts/audited_statement.h"
#include "db/accounts/disabling.h"
#include "db/artifacts/content_admission.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

// Locks the artifact until the link is inserted, so that it cannot be deleted in between.
const AuditedStatement& create_statement() {
  static const AuditedStatement statement("share_create", R"(
with artifact as (
  select id, account_id, title, deleted_at, disabled_reason,
         coalesce(expires_at <= now(), false) as expired,
         account_id = $3 as owned
    from artifacts
   where id = $2
     for key share
), admission as materialized (
  select admit_link(id, $9) as admitted
    from artifact
   where owned and deleted_at is null and not expired and disabled_reason is null
), link as (
  insert into share_links
    (id, artifact_id, account_id, signing_key_id, created_at, expires_at,
     allow_download, password_hash, max_views, remote_images)
  select $1, id, account_id, $4, moment, moment + make_interval(secs => $5), $6, $7, $8, $10
    from artifact, admission, date_trunc('milliseconds', now()) as moment
   where admitted
  returning created_at, expires_at
), audited as (
  select artifact.account_id, artifact.title as subject_name from artifact, link
), {event}
select owned, deleted_at is not null, expired, coalesce(admitted, true), link.created_at,
       link.expires_at, disabled_reason
  from artifact left join admission on true left join link on true)");
  return statement;
}

const AuditedStatement& create_with_artifact_statement() {
  static const AuditedStatement statement("share_create_with_artifact", R"(
with admission as materialized (
  select * from admit_content($2, 1, octet_length($6), $15)
), artifact as (
  insert into artifacts
    (id, account_id, template, title, description, content, metadata,
     created_at, updated_at, expires_at)
  select $1, $2, $3, $4, $5, $6, $7, moment, moment, moment + make_interval(secs => $8)
    from admission, date_trunc('milliseconds', now()) as moment
   where refused is null
  returning id, created_at, expires_at
), link as (
  insert into share_links
    (id, artifact_id, account_id, signing_key_id, created_at, expires_at,
     allow_download, password_hash, max_views, remote_images)
  select $9, id, $2, $10, created_at, created_at + make_interval(secs => $11), $12, $13, $14, $16
    from artifact
  returning created_at, expires_at
), audited as (
  select $2 as account_id, $4 as subject_name from link
), {event}
select refused, most, used, artifact.created_at, artifact.expires_at, link.created_at,
       link.expires_at
  from admission left join artifact on true left join link on true)");
  return statement;
}

constexpr Statement kFindView{"share_find_view", R"(
select link.expires_at <= now()
         or link.revoked_at is not null
         or artifact.deleted_at is not null
         or coalesce(artifact.expires_at <= now(), false),
       link.allow_download, link.password_hash, link.expires_at,
       artifact.template, artifact.title, artifact.description,
       artifact.created_at, artifact.updated_at, artifact.expires_at, artifact.version,
       link.max_views is not null, coalesce(link.view_count >= link.max_views, false), now(),
       artifact.account_id, link.remote_images,
       coalesce(link.disabled_at, artifact.disabled_at, account.disabled_at) is not null
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
  join accounts account on account.id = artifact.account_id
 where link.id = $1 and link.artifact_id = $2)"};

constexpr Statement kListLinks{"share_list", R"(
select id, artifact_id, signing_key_id, created_at, expires_at, allow_download,
       password_hash is not null, max_views, view_count + unfolded.views,
       greatest(link.last_viewed_at, unfolded.last_viewed_at), revoked_at,
       expires_at <= now() or coalesce(view_count >= max_views, false), remote_images,
       disabled_at, disabled_reason
  from share_links link
 cross join lateral (
   select coalesce(sum(views), 0)::bigint as views, max(last_viewed_at) as last_viewed_at
     from unfolded_views
    where link_id = link.id) as unfolded
 where artifact_id = $1
   and (created_at, id) < (coalesce($2, 'infinity'),
                           coalesce($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   and case $4
         when 'revoked' then revoked_at is not null
         when 'ended' then revoked_at is null
              and (expires_at <= now() or coalesce(view_count >= max_views, false))
         when 'active' then revoked_at is null
              and expires_at > now() and coalesce(view_count < max_views, true)
         else true
       end
 order by created_at desc, id desc
 limit $5)"};

constexpr Statement kFindLink{"share_find", R"(
select id, artifact_id, signing_key_id, created_at, expires_at, allow_download,
       password_hash is not null, max_views, view_count, last_viewed_at, revoked_at,
       expires_at <= now() or coalesce(view_count >= max_views, false), remote_images,
       disabled_at, disabled_reason
  from share_links
 where id = $1 and artifact_id = $2)"};

// The columns of kListLinks except the last.
constexpr Statement kListAll{"share_list_all", R"(
select link.id, link.artifact_id, link.signing_key_id, link.created_at, link.expires_at,
       link.allow_download, link.password_hash is not null, link.max_views, link.view_count,
       link.last_viewed_at, link.revoked_at,
       link.expires_at <= now() or coalesce(link.view_count >= link.max_views, false),
       link.remote_images, link.disabled_at, link.disabled_reason, artifact.account_id
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where ($1 is null or artifact.account_id = $1)
   and ($2 is null or link.signing_key_id = $2)
   and ($3 is null or link.signing_key_id <> all(string_to_array($3, ' ')))
 order by link.created_at, link.id)"};

const AuditedStatement& reissue_statement() {
  static const AuditedStatement statement("share_reissue", R"(
with changed as (
  update share_links link
     set signing_key_id = $3
    from artifacts artifact
   where link.id = $1 and artifact.id = link.artifact_id
     and link.signing_key_id = $2 and link.revoked_at is null
  returning link.artifact_id, link.created_at, link.expires_at, artifact.account_id, artifact.title
), audited as (
  select account_id, title as subject_name from changed
), {event}
select artifact_id, created_at, expires_at from changed)");
  return statement;
}

const AuditedStatement& change_statement() {
  static const AuditedStatement statement("share_change", R"(
with changed as (
  update share_links
     set expires_at = coalesce(date_trunc('milliseconds', now()) + make_interval(secs => $3),
                               expires_at),
         allow_download = coalesce($4, allow_download),
         password_hash = case when $5 then $6 else password_hash end,
         max_views = case when $7 then $8 else max_views end,
         remote_images = case when $9 then $10 else remote_images end
   where id = $1 and artifact_id = $2 and revoked_at is null
  returning *
), audited as (
  select artifact.account_id, artifact.title as subject_name
    from changed
    join artifacts artifact on artifact.id = changed.artifact_id
), {event}
select id, artifact_id, signing_key_id, created_at, expires_at, allow_download,
       password_hash is not null, max_views, view_count + unfolded.views,
       greatest(changed.last_viewed_at, unfolded.last_viewed_at), revoked_at,
       expires_at <= now() or coalesce(view_count >= max_views, false), remote_images,
       disabled_at, disabled_reason
  from changed
 cross join lateral (
   select coalesce(sum(views), 0)::bigint as views, max(last_viewed_at) as last_viewed_at
     from unfolded_views
    where link_id = changed.id) as unfolded)");
  return statement;
}

const AuditedStatement& revoke_statement() {
  static const AuditedStatement statement("share_revoke", R"(
with before as (
  select id, revoked_at from share_links where id = $1 and artifact_id = $2 for update
), revoked as (
  update share_links link
     set revoked_at = coalesce(link.revoked_at, date_trunc('milliseconds', now()))
    from before
   where link.id = before.id
  returning link.artifact_id, link.revoked_at, before.revoked_at is null as is_news
), audited as (
  select artifact.account_id, artifact.title as subject_name
    from revoked
    join artifacts artifact on artifact.id = revoked.artifact_id
   where is_news
), {event}
select revoked_at from revoked)");
  return statement;
}

// The link's setting; a constraint allows only values that parse_remote_images() accepts.
std::optional<core::RemoteImages> images_in(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : core::parse_remote_images(row.text(column));
}

RecordedEvent event_of(core::AuditAction action, const core::ShareId& id,
                       const core::AuditNote& note) {
  return {.action = action, .note = note, .subject = id.to_string()};
}

std::optional<std::string_view> name_of(const std::optional<core::RemoteImages>& images) {
  return images ? std::optional(core::to_string(*images)) : std::nullopt;
}

// The columns in the order in which kListLinks and change_statement() return them.
core::ShareLinkState state_in(const Row& row) {
  core::ShareLinkState state;
  state.link = {core::ShareId(row.uuid(0)), core::ArtifactId(row.uuid(1)), std::string(row.text(2)),
                row.timestamp(3), row.timestamp(4)};
  state.allow_download = row.boolean(5);
  state.has_password = row.boolean(6);
  if (const auto most = row.optional_integer(7)) state.max_views = static_cast<int>(*most);
  state.view_count = row.integer(8);
  state.last_viewed_at = row.optional_timestamp(9);
  state.revoked_at = row.optional_timestamp(10);
  state.has_ended = row.boolean(11);
  state.remote_images = images_in(row, 12);
  state.disabled = disabled_in(row, 13);
  return state;
}

constexpr Statement kCountView{"share_count_view", R"(
with counted as (
  update share_links
     set view_count = view_count + 1, last_viewed_at = date_trunc('milliseconds', now())
   where id = $1 and view_count < max_views
  returning artifact_id
)
insert into unfolded_usage (account_id, day, slot, views)
select artifact.account_id, (now() at time zone 'utc')::date, pg_backend_pid() % 16, 1
  from counted
  join artifacts artifact on artifact.id = counted.artifact_id
    on conflict (account_id, day, slot) do update set views = unfolded_usage.views + 1)"};

// The size of a stored text is available without reading it.
constexpr Statement kFindContent{"share_find_content", R"(
select version, case when octet_length(content) < $2 then content end
  from artifacts
 where id = $1)"};

}  // namespace

core::Result<core::ShareLink> ShareStore::create(const core::ShareId& id,
                                                 const core::ArtifactId& artifact,
                                                 const core::AccountId& account,
                                                 const core::NewShareLink& link,
                                                 const std::string& signing_key_id,
                                                 const core::AuditNote& note) {
  using core::Error;
  using core::ErrorCode;
  const Rows rows = create_statement().write(
      postgres_, event_of(core::AuditAction::link_created, id, note), id, artifact, account,
      signing_key_id, link.lifetime, link.allow_download, link.password_hash, link.max_views,
      limits_.links_per_artifact, name_of(link.remote_images));
  if (rows.empty()) return Error{ErrorCode::not_found, "there is no artifact with this id"};
  const Row row = rows[0];
  const bool owned = row.boolean(0);
  const bool deleted = row.boolean(1);
  const bool expired = row.boolean(2);
  if (!owned) return Error{ErrorCode::forbidden, "this artifact belongs to another account"};
  if (deleted) {
    return Error{ErrorCode::artifact_deleted,
                 "the artifact is deleted; restore it before sharing it"};
  }
  if (expired) {
    return Error{ErrorCode::artifact_expired,
                 "the artifact has expired; give it a new expiresIn before sharing it"};
  }
  if (const auto reason = row.optional_text(6)) {
    return Error{
        ErrorCode::artifact_disabled,
        "the operator of this service has disabled the artifact, so it cannot be shared: " +
            *reason};
  }
  if (!row.boolean(3)) {
    return Error{ErrorCode::quota_exceeded, "the artifact has reached its limit of " +
                                                std::to_string(limits_.links_per_artifact) +
                                                " share links. Expired and revoked links count "
                                                "until they are removed, at least 30 days "
                                                "later: reuse an existing share link"};
  }
  return core::ShareLink{id, artifact, signing_key_id, row.timestamp(4), row.timestamp(5)};
}

core::Result<ShareStore::ArtifactAndLink> ShareStore::create_with_artifact(
    const core::ArtifactId& artifact_id, const core::AccountId& account,
    const core::NewArtifact& artifact, const core::ShareId& share_id,
    const core::NewShareLink& link, const std::string& signing_key_id,
    const core::AuditNote& note) {
  const Rows rows = create_with_artifact_statement().write(
      postgres_, event_of(core::AuditAction::link_created, share_id, note), artifact_id, account,
      core::to_string(artifact.content_template), artifact.title, artifact.description,
      artifact.content, artifact.metadata, artifact.lifetime, share_id, signing_key_id,
      link.lifetime, link.allow_download, link.password_hash, link.max_views,
      limits_parameter(limits_.storage), name_of(link.remote_images));
  const Row row = rows[0];
  if (auto refusal = refusal_in(row, 0, artifact.content.size())) return *std::move(refusal);
  return ArtifactAndLink{
      {artifact_id, row.timestamp(3), row.optional_timestamp(4)},
      {share_id, artifact_id, signing_key_id, row.timestamp(5), row.timestamp(6)}};
}

std::optional<SharedView> ShareStore::find_view(const core::ShareId& id,
                                                const core::ArtifactId& artifact) {
  const Rows rows = postgres_.read(kFindView, id, artifact);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  SharedView view;
  view.gone = row.boolean(0);
  view.allow_download = row.boolean(1);
  view.password_hash = row.optional_text(2);
  view.link_expires_at = row.timestamp(3);
  view.content_template = core::parse_template(row.text(4)).value();
  view.title = row.optional_text(5);
  view.description = row.optional_text(6);
  view.created_at = row.timestamp(7);
  view.updated_at = row.timestamp(8);
  view.artifact_expires_at = row.optional_timestamp(9);
  view.artifact_version = row.integer(10);
  view.has_view_limit = row.boolean(11);
  view.used_up = row.boolean(12);
  view.now = row.timestamp(13);
  view.account = core::AccountId(row.uuid(14));
  view.remote_images = images_in(row, 15);
  view.disabled = row.boolean(16);
  return view;
}

ShareLinkPage ShareStore::list(const core::ArtifactId& artifact,
                               const core::ShareListRequest& request) {
  std::optional<core::Timestamp> created_at;
  std::optional<core::ShareId> id;
  if (request.after) {
    created_at = request.after->created_at;
    id = request.after->id;
  }
  const std::string_view status = request.status ? core::to_string(*request.status) : "";
  const Rows rows = postgres_.read(kListLinks, artifact, created_at, id, status, request.limit + 1);
  ShareLinkPage page;
  page.has_more = rows.size() > request.limit;
  const int shown = std::min(rows.size(), request.limit);
  page.links.reserve(static_cast<std::size_t>(shown));
  for (int i = 0; i < shown; ++i) page.links.push_back(state_in(rows[i]));
  return page;
}

std::optional<core::ShareLinkState> ShareStore::find(const core::ShareId& id,
                                                     const core::ArtifactId& artifact) {
  const Rows rows = postgres_.read(kFindLink, id, artifact);
  if (rows.empty()) return std::nullopt;
  return state_in(rows[0]);
}

std::vector<OwnedLink> ShareStore::list(const LinkFilter& filter) {
  std::optional<std::string> keys;
  if (filter.signed_by_none_of) {
    keys.emplace();
    for (const std::string& id : *filter.signed_by_none_of) {
      if (!keys->empty()) *keys += ' ';
      *keys += id;
    }
  }
  const Rows rows = postgres_.read(kListAll, filter.account, filter.signing_key_id, keys);
  std::vector<OwnedLink> links;
  links.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    links.push_back({core::AccountId(rows[i].uuid(15)), state_in(rows[i])});
  return links;
}

std::optional<core::ShareLink> ShareStore::reissue(const core::ShareId& id,
                                                   const std::string& signing_key_id,
                                                   const std::string& new_signing_key_id,
                                                   const core::AuditNote& note) {
  const Rows rows =
      reissue_statement().write(postgres_, event_of(core::AuditAction::link_changed, id, note), id,
                                signing_key_id, new_signing_key_id);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return core::ShareLink{id, core::ArtifactId(row.uuid(0)), new_signing_key_id, row.timestamp(1),
                         row.timestamp(2)};
}

std::optional<core::ShareLinkState> ShareStore::change(const core::ShareId& id,
                                                       const core::ArtifactId& artifact,
                                                       const core::ShareLinkChange& change,
                                                       const core::AuditNote& note) {
  const Rows rows = change_statement().write(
      postgres_, event_of(core::AuditAction::link_changed, id, note), id, artifact, change.lifetime,
      change.allow_download, change.password_hash.has_value(),
      change.password_hash.value_or(std::nullopt), change.max_views.has_value(),
      change.max_views.value_or(std::nullopt), change.remote_images.has_value(),
      name_of(change.remote_images.value_or(std::nullopt)));
  if (rows.empty()) return std::nullopt;
  return state_in(rows[0]);
}

std::optional<core::Timestamp> ShareStore::revoke(const core::ShareId& id,
                                                  const core::ArtifactId& artifact,
                                                  const core::AuditNote& note) {
  const Rows rows = revoke_statement().write(
      postgres_, event_of(core::AuditAction::link_revoked, id, note), id, artifact);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

bool ShareStore::count_view(const core::ShareId& id) {
  return postgres_.write(kCountView, id).affected() == 1;
}

std::optional<SharedContent> ShareStore::find_content(const core::ArtifactId& artifact,
                                                      std::int64_t below_bytes) {
  const Rows rows = postgres_.read(kFindContent, artifact, below_bytes);
  if (rows.empty()) return std::nullopt;
  return SharedContent{rows[0].integer(0), rows[0].optional_text(1)};
}

}  // namespace db
