// ArtifactUpserts: creates or changes an artifact, usually by its external ID, and creates or
// extends one share link to it, the kept link, in one call.
//
// When calls for the same external ID are concurrent, one creates the artifact and the others
// change it. Artifact and link are written in one transaction.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>

#include "app/artifact_input.h"
#include "app/artifacts.h"
#include "app/share_link_input.h"
#include "app/share_links.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/share_link.h"

namespace db {
class ArtifactStore;
class Postgres;
}  // namespace db

namespace app {

class RequestAdmission;

struct ArtifactUpsert {
  ArtifactChangeInput change;
  std::optional<ShareLinkChange> link;  // absent: no kept link
  // Why the artifact cannot be created from it, if there is none yet.
  std::optional<core::Error> problem_of_new = std::nullopt;
};

struct UpsertedArtifact {
  bool is_new = false;
  ChangedArtifact artifact;
  std::optional<core::ListedShareLink> link;  // absent if none was requested
};

class ArtifactUpserts {
 public:
  ArtifactUpserts(db::Postgres& postgres, db::ArtifactStore& store, RequestAdmission& admission,
                  Artifacts& artifacts, ShareLinks& share_links)
      : postgres_(postgres),
        store_(store),
        admission_(admission),
        artifacts_(artifacts),
        share_links_(share_links) {}

  // Errors: those of Artifacts::create() and Artifacts::change(), and with a link those of
  // ShareLinks::create(); precondition_failed also if there is no artifact yet. A deleted artifact
  // stays deleted: artifact_deleted.
  core::Result<UpsertedArtifact> put(const core::Principal& principal, const core::ExternalId& id,
                                     const ArtifactUpsert& upsert,
                                     const core::Preconditions& conditions);

  // The same for the artifact with this ID.
  core::Result<UpsertedArtifact> put(const core::Principal& principal, const core::ArtifactId& id,
                                     const ArtifactUpsert& upsert,
                                     const core::Preconditions& conditions);
  // Creates an artifact without an external ID.
  core::Result<UpsertedArtifact> put(const core::Principal& principal,
                                     const ArtifactUpsert& upsert);

  // The same, and what it was made of is new. The fields of errors and warnings about the link are
  // those of `share`.
  core::Result<UpsertedArtifact> create(const core::Principal& principal,
                                        core::NewArtifact artifact,
                                        const std::optional<ShareLinkChange>& link);

  // Why all of these would refuse the link whatever the content and the artifact, if they would.
  std::optional<core::Error> refuse(const core::Principal& principal,
                                    const std::optional<ShareLinkChange>& link) const;

 private:
  std::optional<core::Expiry> extended(const core::Principal& principal,
                                       const ShareLinkChange& link,
                                       const std::optional<core::Expiry>& asked,
                                       const std::optional<core::Timestamp>& end);
  core::Result<UpsertedArtifact> create_unrefused(const core::Principal& principal,
                                                  core::NewArtifact artifact,
                                                  const std::optional<ShareLinkChange>& link);
  core::Result<UpsertedArtifact> create(const core::Principal& principal,
                                        const ArtifactUpsert& upsert);
  core::Result<UpsertedArtifact> change(const core::Principal& principal,
                                        const core::ArtifactId& id, const ArtifactUpsert& upsert,
                                        const core::Preconditions& conditions);
  core::Result<UpsertedArtifact> change_with_link(const core::Principal& principal,
                                                  const core::ArtifactId& id,
                                                  const ArtifactUpsert& upsert,
                                                  const core::Preconditions& conditions);

  core::Result<UpsertedArtifact> change_as_asked(const core::Principal& principal,
                                                 const core::Artifact& artifact,
                                                 const ArtifactUpsert& upsert,
                                                 const core::Preconditions& conditions);

  db::Postgres& postgres_;
  db::ArtifactStore& store_;
  RequestAdmission& admission_;
  Artifacts& artifacts_;
  ShareLinks& share_links_;
};

}  // namespace app
