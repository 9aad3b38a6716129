// ShareStore: share links in PostgreSQL, as their owner manages them.
//
// All times are the database's, as in ArtifactStore. A change with a note is recorded in the audit
// log by the same statement, if it changes anything. Uses its thread's connection; throws what
// db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account.h"
#include "core/artifact.h"
#include "core/audit.h"
#include "core/error.h"
#include "core/lists.h"
#include "core/principal.h"
#include "core/share_link.h"
#include "db/artifact_store.h"
#include "db/connection/postgres.h"

namespace db {

class Postgres;

// The link of an artifact that its caller keeps alive.
struct KeptLink {
  core::ShareId id;
  std::optional<std::string> password_hash;
  bool ends_soon = false;  // within the time that find_kept() was given
};

// Whether a new link is that one.
enum class KeptAlive : bool { no, yes };

struct ShareLinkPage {
  std::vector<core::ShareLinkState> links;
  bool has_more = false;
};

// A link in the list of an account, with its artifact.
struct LinkOfAccount {
  core::ShareLinkState state;
  std::optional<std::string> title;  // of the artifact, as its owner gave it
  std::optional<std::string> first_heading;
  core::ArtifactStatus artifact_status = core::ArtifactStatus::active;
};

// The links of an artifact together. Views that Redis counts are not in it.
struct LinkSummary {
  core::ArtifactId artifact;
  std::int64_t active = 0;  // that work
  std::int64_t views = 0;   // of all links
  std::optional<core::Timestamp> last_viewed_at;
  std::vector<core::ShareId> newest;  // at most a hundred
  bool artifact_ends_soon = false;    // within three days
};

struct AccountLinkPage {
  std::vector<LinkOfAccount> links;
  // By creation, the place after which the list goes on; absent at its end. A page with a place may
  // be shorter than requested, even empty.
  std::optional<core::ShareCursor> next = {};
  // By anything else, the length of the list; absent if it is too long to be sorted.
  std::optional<std::int64_t> total = {};
};

class ShareStore {
 public:
  struct Limits {
    core::PlanStorageLimits storage = {};
    std::int64_t links_per_artifact = core::kUnlimited;  // including expired and revoked links
  };
  ShareStore(Postgres& postgres, const Limits& limits) : postgres_(postgres), limits_(limits) {}

  // Creates a link to an artifact that `account` owns. Errors: not_found, forbidden,
  // artifact_deleted, artifact_expired, artifact_disabled, quota_exceeded; invalid_expires_in for a
  // time out of range; invalid_request for a version that it does not have.
  core::Result<core::ShareLink> create(const core::ShareId& id, const core::ArtifactId& artifact,
                                       const core::AccountId& account,
                                       const core::NewShareLink& link,
                                       const std::string& signing_key_id,
                                       const core::Principal& principal,
                                       KeptAlive kept = KeptAlive::no);

  struct ArtifactAndLink {
    CreatedArtifact artifact;
    core::ShareLink link;
  };
  // Creates an artifact and a link to it, in one transaction. `facts` are as for
  // ArtifactStore::create(). With an external ID, the link is the one that is kept alive. Errors:
  // quota_exceeded; invalid_expires_in for a time out of range, with the field /share/expiresIn if
  // it is the link's alone; external_id_conflict.
  core::Result<ArtifactAndLink> create_with_artifact(
      const core::ArtifactId& artifact_id, const core::AccountId& account,
      const core::NewArtifact& artifact, const core::Expiry& artifact_expiry,
      const core::ContentFacts& facts, const core::ShareId& share_id,
      const core::NewShareLink& link, const std::string& signing_key_id,
      const core::Principal& principal);

  // One page of an artifact's links, newest first.
  ShareLinkPage list(const core::ArtifactId& artifact, const core::ShareListRequest& request);

  // One page of the links of all the account's artifacts. `active` are those that work, `ended`
  // those that neither work nor are revoked.
  AccountLinkPage list(const core::AccountId& account, const core::AccountLinkRequest& request);

  // The account's links with these ids, newest first.
  std::vector<LinkOfAccount> find_all(const core::AccountId& account,
                                      const std::vector<core::ShareId>& ids);

  // Of each of the account's artifacts that are named, the newest link that works.
  std::vector<core::ShareLinkState> newest_working(const core::AccountId& account,
                                                   const std::vector<core::ArtifactId>& artifacts);

  // Of each of the account's artifacts that are named, in their order.
  std::vector<LinkSummary> summaries(const core::AccountId& account,
                                     const std::vector<core::ArtifactId>& artifacts);

  // The artifact of the account's link with this id.
  std::optional<core::ArtifactId> artifact_of(const core::AccountId& account,
                                              const core::ShareId& id);

  // One link; nothing if the artifact has no such link.
  std::optional<core::ShareLinkState> find(const core::ShareId& id,
                                           const core::ArtifactId& artifact);

  // The link that is kept alive, unless it was revoked or removed, and whether it expires within
  // `at_least`.
  std::optional<KeptLink> find_kept(const core::ArtifactId& artifact, core::Duration at_least);

  // Changes a link and returns it; nothing if the artifact has no such link, or it is revoked.
  // Errors: invalid_expires_in for a time out of range; invalid_request for a version that the
  // artifact does not have.
  core::Result<std::optional<core::ShareLinkState>> change(const core::ShareId& id,
                                                           const core::ArtifactId& artifact,
                                                           const core::ShareLinkChange& change,
                                                           const core::Principal& principal);

  // Revokes a link and returns the time; nothing if the artifact has no such link. Revoking it
  // again keeps the first time.
  std::optional<core::Timestamp> revoke(const core::ShareId& id, const core::ArtifactId& artifact,
                                        const core::Principal& principal);

 private:
  AccountLinkPage list_by_creation(const core::AccountId& account,
                                   const core::AccountLinkRequest& request);
  AccountLinkPage list_sorted(const core::AccountId& account,
                              const core::AccountLinkRequest& request);

  Postgres& postgres_;
  Limits limits_;
};

// A share link as a row of a result, as its owner sees it.

// Statements that return links begin with the columns of shared_link_of() (0004_pinned_links.sql).
// The index of the first column after them.
inline constexpr int kAfterLinkState = 23;

core::ShareLinkState link_state_in(const Row& row);

// The link's setting; a constraint allows only values that parse_remote_images() accepts.
std::optional<core::RemoteImages> remote_images_in(const Row& row, int column);

}  // namespace db
