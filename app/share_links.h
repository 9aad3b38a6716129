// ShareLinks: what is done with the share links of an artifact.
//
// Each function checks that the actor may do it, and records what it changes in the audit log by
// the statement that changes it. An artifact that the actor does not own is not_found, or forbidden
// if it is another account's.
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/actor.h"
#include "app/share_link_input.h"
#include "core/artifact/artifact.h"
#include "core/artifact/share_link.h"
#include "core/artifact/share_list.h"
#include "core/result.h"
#include "core/security/share_token.h"
#include "db/artifacts/artifact_store.h"

namespace db {
class ShareStore;
class ViewCounter;
}  // namespace db
namespace runtime {
class PasswordChecker;
}

namespace app {

// A new link with its address.
struct CreatedShareLink {
  core::ShareLink link;
  std::string token;
  std::string url;
};

struct CreatedArtifactAndLink {
  db::CreatedArtifact artifact;
  CreatedShareLink link;
};

struct ShareLinkList {
  std::vector<core::ListedShareLink> links;  // newest first
  std::optional<std::string> next_cursor;
};

class ShareLinks {
 public:
  struct Stores {
    db::ArtifactStore& artifacts;
    db::ShareStore& links;
    db::ViewCounter& views;
  };
  // `public_base_url` is what addresses begin with.
  ShareLinks(const Stores& stores, runtime::PasswordChecker& passwords,
             const core::SigningKeys& keys, const std::string& public_base_url)
      : stores_(stores), passwords_(passwords), keys_(keys), public_base_url_(public_base_url) {}

  // Errors: artifact_deleted, artifact_expired, artifact_disabled, quota_exceeded; unavailable if
  // the password cannot be hashed now.
  core::Result<CreatedShareLink> create(const Actor& actor, const core::ArtifactId& artifact,
                                        const NewShareLink& link);

  // Makes an artifact and a link to it, which expire together: both or neither. Errors:
  // invalid_content, quota_exceeded, unavailable.
  core::Result<CreatedArtifactAndLink> create_with_artifact(const Actor& actor,
                                                            core::NewArtifact artifact,
                                                            const NewShareLink& link);

  struct Query {
    std::optional<core::ShareLinkStatus> status;  // nothing: all
    std::optional<std::string> cursor;            // as a list before gave it
    int limit = core::ShareListRequest().limit;
  };
  // Errors: invalid_cursor.
  core::Result<ShareLinkList> list(const Actor& actor, const core::ArtifactId& artifact,
                                   const Query& query);

  // Errors: not_found for a revoked link too.
  core::Result<core::ListedShareLink> find(const Actor& actor, const core::ArtifactId& artifact,
                                           const core::ShareId& id);

  // Gives the link as it is then. Errors: not_found for a revoked link too; unavailable.
  core::Result<core::ListedShareLink> change(const Actor& actor, const core::ArtifactId& artifact,
                                             const core::ShareId& id, ShareLinkChange change);

  // Ends a link for good, and gives the moment; one that is revoked already keeps its first.
  core::Result<core::Timestamp> revoke(const Actor& actor, const core::ArtifactId& artifact,
                                       const core::ShareId& id);

 private:
  core::Result<std::optional<std::string>> hash(const Actor& actor,
                                                const std::optional<std::string>& password);
  CreatedShareLink with_address(const core::ShareLink& link) const;
  std::vector<core::ListedShareLink> with_views(std::vector<core::ShareLinkState> states);

  Stores stores_;
  runtime::PasswordChecker& passwords_;
  const core::SigningKeys& keys_;
  const std::string& public_base_url_;
};

}  // namespace app
