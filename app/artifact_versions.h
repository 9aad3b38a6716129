// ArtifactVersions: the versions of an artifact: listed, read, restored, and erased.
//
// Each function checks that the principal is allowed to do it, with the scopes of the artifact
// itself. Errors: as app::Artifacts for the artifact; not_found for a version that does not exist
// or was not kept; version_erased.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/artifacts.h"
#include "app/request_admission.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "core/text/http_values.h"
#include "core/version.h"
#include "db/artifact_store.h"
#include "db/version_store.h"
#include "templates/differences/difference.h"

namespace app {

struct VersionList {
  std::vector<core::Version> versions;
  std::vector<std::string> changes = {};  // of each, in words, where these are asked for
  std::optional<std::string> next_cursor;
};

// An artifact as it was in one version.
struct ArtifactVersion {
  core::Artifact artifact;  // as it is now, without its content
  db::StoredVersion version;
};

class ArtifactVersions {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::ArtifactStore& artifacts;
    db::VersionStore& versions;
  };
  ArtifactVersions(const Stores& stores, Artifacts& changes, RequestAdmission& admission,
                   const PreparedPdfs& pdfs, const core::SigningKeys& keys)
      : postgres_(stores.postgres),
        artifacts_(stores.artifacts),
        versions_(stores.versions),
        changes_(changes),
        admission_(admission),
        pdfs_(pdfs),
        keys_(keys) {}

  // Newest first. Errors: invalid_cursor.
  core::Result<VersionList> list(const core::Principal& principal, const core::ArtifactId& id,
                                 const std::optional<std::string>& cursor, int limit);

  // The same for people, with what each has changed.
  core::Result<VersionList> history(const core::Principal& principal, const core::ArtifactId& id,
                                    const std::optional<std::string>& cursor, int limit);

  // Newest first, those before `below`.
  core::Result<std::vector<core::Version>> list_before(const core::Principal& principal,
                                                       const core::ArtifactId& id,
                                                       core::VersionNumber below, int limit);

  using Content = db::VersionStore::Content;
  core::Result<ArtifactVersion> find(const core::Principal& principal, const core::ArtifactId& id,
                                     core::VersionNumber number, Content content = Content::with);

  // How the version differs from another one; without one, from the one before. Errors: not_found
  // also for the first version without another; unavailable if both are large and there is no turn.
  struct Comparison {
    core::VersionNumber from;
    core::VersionNumber to;
    templates::Difference difference;
  };
  core::Result<Comparison> compare(const core::Principal& principal, const core::ArtifactId& id,
                                   core::VersionNumber number,
                                   const std::optional<core::VersionNumber>& from);

  // Makes a new version of the title, description and content of this one; changes nothing if it is
  // the current one. Without a note, it says which version was restored. Also needs
  // artifacts:read, as the warnings are about that content. Errors: those of Artifacts::change();
  // unavailable if it is large and gets no turn.
  struct Restoration {
    std::optional<std::string> note;
    std::optional<core::VersionNumber> base_version;
  };
  core::Result<ChangedArtifact> restore(const core::Principal& principal,
                                        const core::ArtifactId& id, core::VersionNumber number,
                                        const Restoration& restoration,
                                        const core::Preconditions& conditions = {});

  // Removes what the version contains, for good, with the files that were made of it on this host.
  // Erasing it again is no error. Errors: version_current.
  core::Result<db::ErasedVersions> erase(const core::Principal& principal,
                                         const core::ArtifactId& id, core::VersionNumber number);
  // The same for all versions before this one.
  core::Result<db::ErasedVersions> erase_before(const core::Principal& principal,
                                                const core::ArtifactId& id,
                                                core::VersionNumber before);

  // As VersionStore::is_erased(), whoever asks.
  bool is_erased(const core::ArtifactId& id, core::VersionNumber number);

 private:
  // Whatever the scopes are.
  core::Result<ArtifactVersion> read(const core::Principal& principal, const core::ArtifactId& id,
                                     core::VersionNumber number, Content content = Content::with);

  // In a transaction.
  core::Result<ChangedArtifact> restore_held(const core::Principal& principal,
                                             const core::ArtifactId& id, core::VersionNumber number,
                                             const Restoration& restoration,
                                             const core::Preconditions& conditions);

  // The number of the version that `number` is compared with.
  core::Result<core::VersionNumber> version_before(const core::ArtifactId& id,
                                                   core::VersionNumber number);

  db::Postgres& postgres_;
  db::ArtifactStore& artifacts_;
  db::VersionStore& versions_;
  Artifacts& changes_;
  RequestAdmission& admission_;
  PreparedPdfs pdfs_;
  const core::SigningKeys& keys_;
};

}  // namespace app
