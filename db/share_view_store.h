// ShareViewStore: share links in PostgreSQL, as their viewers open them.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/artifact.h"
#include "core/ids.h"
#include "core/link_fields.h"
#include "core/opener.h"
#include "core/sender.h"
#include "core/time.h"
#include "core/version.h"

namespace db {

class Postgres;

// A link as its viewer sees it, with the artifact's fields that its page shows; without the
// content, as workers cache it rendered and read it only for a new revision.
struct SharedView {
  core::AccountId account;      // owner of the link
  bool gone = false;            // expired or revoked, or the artifact is expired or deleted
  bool revoked = false;         // then also gone
  bool disabled = false;        // by the operator: the link, the artifact or the account
  bool used_up = false;         // it has reached its view limit
  std::int64_t views_left = 0;  // of a link with a view limit
  core::LinkOptions options;
  std::optional<std::string> password_hash;
  // The earlier of its own expiry and the artifact's; absent if neither expires.
  std::optional<core::Timestamp> expires_at;
  core::Template content_template = core::Template::markdown;
  std::optional<std::string> title;  // as its owner gave it
  std::optional<std::string> first_heading;
  std::optional<std::string> description;
  core::Timestamp created_at;
  core::Timestamp updated_at;
  std::int64_t artifact_revision = 0;
  core::Timestamp now;  // the database's clock
  // The version that is shown, of which the title, the description and the times are.
  core::VersionNumber version;
  // Whether viewers see this version whatever the artifact becomes meanwhile: it is pinned, or was
  // asked for.
  bool is_fixed = false;
  core::VersionNumber newest_version;
  core::Timestamp version_at;
  core::Timestamp newest_version_at;
  bool is_erased = false;
  bool is_missing = false;             // the artifact has no such version, or it was not kept
  std::optional<core::Sender> sender;  // absent if viewers are not shown who shares

  bool has_view_limit() const { return options.max_views.has_value(); }
  // Whether its viewers may read other versions. A view of one would be a view of the link, so that
  // links with a view limit have none.
  bool shows_history() const { return options.show_history && !has_view_limit(); }
  bool shows(core::VersionNumber number) const {
    return shows_history() || number == options.version.value_or(newest_version);
  }

  // Whether the picture for link previews, which whoever has the address gets without a password
  // and without using a view, shows the content.
  bool card_shows_content() const {
    return options.cards == core::LinkCards::on && !password_hash && !has_view_limit();
  }

  // Whether its viewers may know that there are newer versions than it shows.
  bool tells_of_newer() const { return !options.version || shows_history(); }
  // The behaviour of its pages when there is one. Content that counts as a view, or that is not
  // what the link shows, is never shown before a viewer asks for it.
  core::LiveUpdates live() const {
    using core::LiveUpdates;
    if (options.live == LiveUpdates::off || !tells_of_newer()) return LiveUpdates::off;
    return has_view_limit() || options.version ? LiveUpdates::offer : options.live;
  }

  core::ContentId content_of(const core::ArtifactId& artifact) const {
    return is_fixed ? core::ContentId(artifact, version) : core::ContentId(artifact);
  }
  // The revision that the cache of its content compares. A version never changes, but after a
  // backup was restored its number may be another's.
  std::int64_t content_revision() const {
    return is_fixed ? version_at.unix_milliseconds() : artifact_revision;
  }
};

class ShareViewStore {
 public:
  explicit ShareViewStore(Postgres& postgres) : postgres_(postgres) {}

  // The link and its artifact, in the version that it shows or in `wanted`; nothing if the artifact
  // has no such link (any more).
  std::optional<SharedView> find(const core::ShareId& id, const core::ArtifactId& artifact,
                                 std::optional<core::VersionNumber> wanted = std::nullopt);

  // Counts who opened a link in its row and by the day. False if its view limit is reached; exact
  // under concurrency. A previewer views nothing. Those of links without a limit are counted by
  // ViewCounter, which takes this in place of Redis.
  bool count_view(const core::ShareId& id, core::Opener opener);

 private:
  // Gives the view the fields of its version, which is an earlier one.
  void show_version(const core::ArtifactId& artifact, SharedView& view);

  Postgres& postgres_;
};

}  // namespace db
