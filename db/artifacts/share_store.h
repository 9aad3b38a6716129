// ShareStore: share links in PostgreSQL.
//
// Moments are the database's, as in ArtifactStore. A change that takes a note is recorded in the
// audit log by the statement that makes it, if it changes anything. Uses its thread's connection;
// throws what db/connection/postgres.h says.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/artifact/artifact.h"
#include "core/artifact/share_link.h"
#include "core/artifact/share_list.h"
#include "core/identity/audit.h"
#include "core/identity/storage_limits.h"
#include "core/result.h"
#include "db/artifacts/artifact_store.h"

namespace db {

class Postgres;

// A link as its viewer meets it, with the artifact's fields that its page shows; the content apart,
// as workers keep it rendered and need it only when its version is new to them.
struct SharedView {
  core::AccountId account;  // whose link it is
  bool gone = false;        // ended or revoked, or the artifact is expired or deleted
  bool disabled = false;    // by the operator: the link, the artifact or the account
  bool used_up = false;     // it has had all its views
  bool has_view_limit = false;
  bool allow_download = false;
  std::optional<core::RemoteImages> remote_images;  // nothing: as the installation has it
  std::optional<std::string> password_hash;
  core::Timestamp link_expires_at;
  core::Template content_template = core::Template::markdown;
  std::optional<std::string> title;
  std::optional<std::string> description;
  core::Timestamp created_at;
  core::Timestamp updated_at;
  std::optional<core::Timestamp> artifact_expires_at;
  std::int64_t artifact_version = 0;
  core::Timestamp now;  // the database's clock
};

struct SharedContent {
  std::int64_t artifact_version = 0;
  std::optional<std::string> content;  // nothing if it is larger than was asked for
};

// Which links an operator asks about; what is absent leaves none out.
struct LinkFilter {
  std::optional<core::AccountId> account;
  std::optional<std::string> signing_key_id;
  // Only those that none of these keys has signed.
  std::optional<std::vector<std::string>> signed_by_none_of;
};

struct OwnedLink {
  core::AccountId account;
  core::ShareLinkState state;
};

struct LinkSignedAnew {
  core::AccountId account;
  std::optional<std::string> artifact_title;
  core::ShareLink link;
};

struct ShareLinkPage {
  std::vector<core::ShareLinkState> links;
  bool has_more = false;
};

class ShareStore {
 public:
  struct Limits {
    core::PlanStorageLimits storage = {};
    std::int64_t links_per_artifact = core::kUnlimited;  // ended and revoked ones too
  };
  ShareStore(Postgres& postgres, const Limits& limits) : postgres_(postgres), limits_(limits) {}

  // Makes a link to an artifact that `account` owns. Errors: not_found, forbidden,
  // artifact_deleted, artifact_expired, artifact_disabled, quota_exceeded.
  core::Result<core::ShareLink> create(const core::ShareId& id, const core::ArtifactId& artifact,
                                       const core::AccountId& account,
                                       const core::NewShareLink& link,
                                       const std::string& signing_key_id,
                                       const core::AuditNote& note);

  struct ArtifactAndLink {
    CreatedArtifact artifact;
    core::ShareLink link;
  };
  // Makes an artifact and a link to it: both or neither. Errors: quota_exceeded.
  core::Result<ArtifactAndLink> create_with_artifact(const core::ArtifactId& artifact_id,
                                                     const core::AccountId& account,
                                                     const core::NewArtifact& artifact,
                                                     const core::ShareId& share_id,
                                                     const core::NewShareLink& link,
                                                     const std::string& signing_key_id,
                                                     const core::AuditNote& note);

  // The link and its artifact; nothing if there is no such link to this artifact (or no longer).
  std::optional<SharedView> find_view(const core::ShareId& id, const core::ArtifactId& artifact);

  // One page of an artifact's links, newest first.
  ShareLinkPage list(const core::ArtifactId& artifact, const core::ShareListRequest& request);

  // One link; nothing if the artifact has no such link.
  std::optional<core::ShareLinkState> find(const core::ShareId& id,
                                           const core::ArtifactId& artifact);

  // The links of all artifacts, oldest first.
  std::vector<OwnedLink> list(const LinkFilter& filter);

  // Has another key sign the links that one has signed, all but those that are revoked, so that
  // each has another address. Gives the links as they are then, oldest first.
  std::vector<LinkSignedAnew> sign_anew(const std::string& signing_key_id,
                                        const std::string& new_signing_key_id,
                                        const std::optional<core::AccountId>& account);

  // Changes a link and gives it as it is then; nothing if the artifact has no such link, or it is
  // revoked.
  std::optional<core::ShareLinkState> change(const core::ShareId& id,
                                             const core::ArtifactId& artifact,
                                             const core::ShareLinkChange& change,
                                             const core::AuditNote& note);

  // Ends a link for good, and gives the moment; nothing if the artifact has no such link. One that
  // is revoked already keeps its first moment.
  std::optional<core::Timestamp> revoke(const core::ShareId& id, const core::ArtifactId& artifact,
                                        const core::AuditNote& note);

  // Counts one view of a link that has a limit of them. False if the limit is reached: exact, also
  // when many view at once.
  bool count_view(const core::ShareId& id);

  // The content that belongs to a view, if it has fewer bytes than that; what is larger is not
  // read. Nothing if the artifact has been removed meanwhile.
  std::optional<SharedContent> find_content(
      const core::ArtifactId& artifact,
      std::int64_t below_bytes = std::numeric_limits<std::int64_t>::max());

 private:
  Postgres& postgres_;
  Limits limits_;
};

}  // namespace db
