#include "db/share_view_store.h"

#include "db/connection/postgres.h"
#include "db/share_store.h"

namespace db {
namespace {

// The artifact's fields are those of its current version.
constexpr Query<R"(
select least(link.expires_at, artifact.expires_at) <= now()
         or link.revoked_at is not null
         or artifact.deleted_at is not null,
       link.password_hash, nullif(least(link.expires_at, artifact.expires_at), 'infinity'),
       artifact.template, artifact.title, artifact.description, artifact.created_at,
       artifact.updated_at, artifact.revision,
       greatest(link.max_views - link.view_count, 0), now(), artifact.account_id,
       coalesce(link.disabled_at, artifact.disabled_at, account.disabled_at) is not null,
       artifact.first_heading, link.revoked_at is not null, artifact.version,
       artifact.version_at,
       case when account.may_show_sender and coalesce(link.show_sender, account.shows_sender)
            then account.sender_name
       end,
       account.sender_logo_digest, {link.*}
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
  join accounts account on account.id = artifact.account_id
 where link.id = $id and link.artifact_id = $artifact)">
    kFindView{"share_find_view"};

constexpr Statement kFindShownVersion{"share_find_version", R"(
select title, description, created_at, erased_at is not null
  from artifact_versions
 where account_id = $1 and artifact_id = $2 and version = $3)"};

constexpr Statement kCountView{"share_count_view", R"(
with counted as (
  update share_links
     set view_count = view_count + 1, last_viewed_at = date_trunc('milliseconds', now())
   where id = $1 and view_count < max_views
  returning artifact_id, account_id
), day as (
  insert into view_days (artifact_id, link_id, day, people, programs)
  select artifact_id, $1, (now() at time zone 'utc')::date,
         case when $2 then 1 else 0 end, case when $2 then 0 else 1 end
    from counted
      on conflict (artifact_id, link_id, day)
      do update set people = view_days.people + excluded.people,
                    programs = view_days.programs + excluded.programs
)
insert into unfolded_usage (account_id, day, slot, views)
select account_id, (now() at time zone 'utc')::date, pg_backend_pid() % 16, 1 from counted
    on conflict (account_id, day, slot) do update set views = unfolded_usage.views + 1)"};

}  // namespace

std::optional<SharedView> ShareViewStore::find(const core::ShareId& id,
                                               const core::ArtifactId& artifact,
                                               std::optional<core::VersionNumber> wanted) {
  const Rows rows = postgres_.read(kFindView, "id"_a = id, "artifact"_a = artifact);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  SharedView view;
  view.gone = row.boolean(0);
  view.password_hash = row.optional_text(1);
  view.expires_at = row.optional_timestamp(2);
  view.content_template = core::parse_template(row.text(3)).value();
  view.title = row.optional_text(4);
  view.description = row.optional_text(5);
  view.created_at = row.timestamp(6);
  view.updated_at = row.timestamp(7);
  view.artifact_revision = row.integer(8);
  view.views_left = row.optional_integer(9).value_or(0);
  view.now = row.timestamp(10);
  view.account = core::AccountId(row.uuid(11));
  view.disabled = row.boolean(12);
  view.first_heading = row.optional_text(13);
  view.revoked = row.boolean(14);
  view.newest_version = core::VersionNumber(static_cast<int>(row.integer(15)));
  view.newest_version_at = row.timestamp(16);
  if (auto name = row.optional_text(17); name && !view.disabled)
    view.sender = {.name = *std::move(name), .logo_digest = row.optional_text(18).value_or("")};
  view.options = link_options_in(row, 19);
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
  const Rows rows = postgres_.read(kFindShownVersion, view.account, artifact, view.version.value());
  view.is_missing = rows.empty();
  if (view.is_missing) return;
  view.title = rows[0].optional_text(0);
  view.description = rows[0].optional_text(1);
  view.version_at = view.updated_at = rows[0].timestamp(2);
  view.is_erased = rows[0].boolean(3);
}

bool ShareViewStore::count_view(const core::ShareId& id, core::Opener opener) {
  return postgres_.write(kCountView, id, opener == core::Opener::person).affected() == 1;
}

}  // namespace db
