#include "db/sharing/share_link_row.h"

#include "db/accounts/disabling.h"
#include "db/connection/statement_text.h"

namespace db {
namespace {

// A link with its artifact, as its owner sees it: the earlier expiry of the two counts. {views} and
// {last_viewed_at} stand for what is not yet in the link's row.
constexpr std::string_view kState = R"(
       link.id, link.artifact_id, link.signing_key_id, link.created_at,
       nullif(least(link.expires_at, artifact.expires_at), 'infinity'), link.allow_download,
       link.password_hash is not null, link.max_views, link.view_count + {views},
       greatest(link.last_viewed_at, {last_viewed_at}), link.revoked_at,
       least(link.expires_at, artifact.expires_at) <= now()
         or coalesce(link.view_count >= link.max_views, false),
       link.remote_images, link.disabled_at, link.disabled_reason,
       coalesce(artifact.expires_at < link.expires_at, false), nullif(link.expires_at, 'infinity'))";

constexpr std::string_view kUnfolded = R"(
 cross join lateral (
   select coalesce(sum(views), 0)::bigint as views, max(last_viewed_at) as last_viewed_at
     from unfolded_views
    where link_id = link.id) as unfolded)";

}  // namespace

std::string with_link_state(std::string_view sql) {
  const bool has_unfolded = sql.find("{unfolded}") != std::string_view::npos;
  std::string text(sql);
  replace(text, "{state}", kState);
  replace(text, "{unfolded}", kUnfolded);
  replace(text, "{views}", has_unfolded ? "unfolded.views" : "0");
  replace(text, "{last_viewed_at}", has_unfolded ? "unfolded.last_viewed_at" : "null");
  return text;
}

// The columns in the order of kState.
core::ShareLinkState link_state_in(const Row& row) {
  core::ShareLinkState state;
  state.link = {.id = core::ShareId(row.uuid(0)),
                .artifact = core::ArtifactId(row.uuid(1)),
                .signing_key_id = std::string(row.text(2)),
                .created_at = row.timestamp(3),
                .expires_at = row.optional_timestamp(4),
                .ends_by_artifact = row.boolean(15),
                .own_end = row.optional_timestamp(16)};
  state.allow_download = row.boolean(5);
  state.has_password = row.boolean(6);
  if (const auto most = row.optional_integer(7)) state.max_views = static_cast<int>(*most);
  state.view_count = row.integer(8);
  state.last_viewed_at = row.optional_timestamp(9);
  state.revoked_at = row.optional_timestamp(10);
  state.has_ended = row.boolean(11);
  state.remote_images = remote_images_in(row, 12);
  state.disabled = disabled_in(row, 13);
  return state;
}

std::optional<core::RemoteImages> remote_images_in(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : core::parse_remote_images(row.text(column));
}

}  // namespace db
