#include "db/share_view_store.h"

#include "db/connection/postgres.h"
#include "db/share_store.h"

namespace db {
namespace {

// The artifact's fields are those of its current version.
constexpr Query<R"(
select artifact.account_id,
       least(link.expires_at, artifact.expires_at) <= now()
         or link.revoked_at is not null
         or artifact.deleted_at is not null as is_gone,
       link.revoked_at is not null as is_revoked,
       coalesce(link.disabled_at, artifact.disabled_at, account.disabled_at) is not null
         as is_disabled,
       greatest(link.max_views - link.view_count, 0) as views_left, {link.*}, link.password_hash,
       nullif(least(link.expires_at, artifact.expires_at), 'infinity') as expires_at,
       artifact.template, artifact.title, artifact.first_heading, artifact.description,
       artifact.created_at, artifact.updated_at, artifact.revision, now() as now,
       artifact.version as newest_version, artifact.version_at as newest_version_at,
       case when account.may_show_sender and coalesce(link.show_sender, account.shows_sender)
            then account.sender_name
       end as sender_name,
       account.sender_logo_digest
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
  join accounts account on account.id = artifact.account_id
 where link.id = $link and link.artifact_id = $artifact)">
    kFindView{"share_find_view"};

constexpr Query<R"(
select title, description, created_at, erased_at is not null as is_erased
  from artifact_versions
 where account_id = $account and artifact_id = $artifact and version = $version)">
    kFindShownVersion{"share_find_version"};

constexpr Query<R"(
with counted as (
  update share_links
     set view_count = view_count + $views,
         last_viewed_at = case when $views = 0 then last_viewed_at
                               else date_trunc('milliseconds', now()) end
   where id = $link and coalesce(view_count < max_views, true)
  returning artifact_id, account_id
), day as (
  insert into view_days (artifact_id, link_id, day, people, programs, previewers)
  select artifact_id, $link, (now() at time zone 'utc')::date,
         case when $is_person then 1 else 0 end, $views - case when $is_person then 1 else 0 end,
         1 - $views
    from counted
      on conflict (artifact_id, link_id, day)
      do update set people = view_days.people + excluded.people,
                    programs = view_days.programs + excluded.programs,
                    previewers = view_days.previewers + excluded.previewers
)
insert into unfolded_usage (account_id, day, slot, views)
select account_id, (now() at time zone 'utc')::date, pg_backend_pid() % 16, $views from counted
    on conflict (account_id, day, slot) do update set views = unfolded_usage.views + $views)">
    kCountView{"share_count_view"};

}  // namespace

std::optional<SharedView> ShareViewStore::find(const core::ShareId& id,
                                               const core::ArtifactId& artifact,
                                               std::optional<core::VersionNumber> wanted) {
  const Rows rows = postgres_.read(kFindView, "link"_a = id, "artifact"_a = artifact);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  SharedView view;
  view.account = core::AccountId(row.uuid("account_id"));
  view.gone = row.boolean("is_gone");
  view.revoked = row.boolean("is_revoked");
  view.disabled = row.boolean("is_disabled");
  view.views_left = row.optional_integer("views_left").value_or(0);
  view.options = link_options_in(row);
  view.password_hash = row.optional_text("password_hash");
  view.expires_at = row.optional_timestamp("expires_at");
  view.content_template = core::parse_template(row.text("template")).value();
  view.title = row.optional_text("title");
  view.first_heading = row.optional_text("first_heading");
  view.description = row.optional_text("description");
  view.created_at = row.timestamp("created_at");
  view.updated_at = row.timestamp("updated_at");
  view.artifact_revision = row.integer("revision");
  view.now = row.timestamp("now");
  view.newest_version = core::VersionNumber(static_cast<int>(row.integer("newest_version")));
  view.newest_version_at = row.timestamp("newest_version_at");
  if (auto name = row.optional_text("sender_name"); name && !view.disabled) {
    view.sender = {.name = *std::move(name),
                   .logo_digest = row.optional_text("sender_logo_digest").value_or("")};
  }
  view.used_up = view.has_view_limit() && view.views_left == 0;

  view.version = wanted.value_or(view.options.version.value_or(view.newest_version));
  view.is_fixed = wanted || view.options.version;
  view.version_at = view.newest_version_at;
  if (view.is_fixed) view.updated_at = view.version_at;
  if (view.version != view.newest_version) show_version(artifact, view);
  return view;
}

void ShareViewStore::show_version(const core::ArtifactId& artifact, SharedView& view) {
  view.title = view.description = view.first_heading = std::nullopt;
  const Rows rows = postgres_.read(kFindShownVersion, "account"_a = view.account,
                                   "artifact"_a = artifact, "version"_a = view.version);
  view.is_missing = rows.empty();
  if (view.is_missing) return;
  view.title = rows[0].optional_text("title");
  view.description = rows[0].optional_text("description");
  view.version_at = view.updated_at = rows[0].timestamp("created_at");
  view.is_erased = rows[0].boolean("is_erased");
}

bool ShareViewStore::count_view(const core::ShareId& id, core::Opener opener) {
  const std::int64_t views = opener == core::Opener::previewer ? 0 : 1;
  return postgres_
             .write(kCountView, "link"_a = id, "views"_a = views,
                    "is_person"_a = opener == core::Opener::person)
             .affected() == 1;
}

}  // namespace db
