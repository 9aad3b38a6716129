// ShareStore: share links in PostgreSQL, as their owner manages them.
//
// All times are the database's, as in ArtifactStore. A change with a note is recorded in the audit
// log by the same statement, if it changes anything. Uses its thread's connection; throws what
// db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/account.h"
#include "core/artifact.h"
#include "core/audit.h"
#include "core/error.h"
#include "core/principal.h"
#include "core/share_link.h"
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

// A new link, with its password hashed.
struct NewLinkRow {
  core::LinkOptions options;
  core::Expiry expiry = core::Expiry::after(core::Duration::default_for_share());
  std::optional<std::string> password_hash;  // from hash_password()
};

// A change of a link; absent members stay unchanged.
struct LinkRowChange {
  core::LinkChange options;
  std::optional<core::Expiry> expiry;
  std::optional<std::optional<std::string>> password_hash;  // present but empty: removed
};

class ShareStore {
 public:
  // An artifact has at most so many links, including expired and revoked ones.
  ShareStore(Postgres& postgres, std::int64_t links_per_artifact)
      : postgres_(postgres), links_per_artifact_(links_per_artifact) {}

  // Creates a link to an artifact that `account` owns. Errors: not_found, forbidden,
  // artifact_deleted, artifact_expired, artifact_disabled, quota_exceeded; invalid_expires_in for a
  // time out of range; invalid_request for a version that it does not have.
  core::Result<core::ShareLink> create(const core::ShareId& id, const core::ArtifactId& artifact,
                                       const core::AccountId& account, const NewLinkRow& link,
                                       const std::string& signing_key_id,
                                       const core::Principal& principal,
                                       KeptAlive kept = KeptAlive::no);

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
                                                           const LinkRowChange& change,
                                                           const core::Principal& principal);

  // Revokes a link and returns the time; nothing if the artifact has no such link. Revoking it
  // again keeps the first time.
  std::optional<core::Timestamp> revoke(const core::ShareId& id, const core::ArtifactId& artifact,
                                        const core::Principal& principal);

 private:
  Postgres& postgres_;
  std::int64_t links_per_artifact_;
};

// A share link as a row of a result, as its owner sees it.

// With the columns of shared_link_of() (0001_schema.sql).
core::ShareLinkState link_state_in(const Row& row);

// The options, which are the columns of the group {link} (db/connection/query.h).
core::LinkOptions link_options_in(const Row& row);

// The options of a new link, from the columns of its account.
core::LinkOptions link_defaults_in(const Row& row);

}  // namespace db
