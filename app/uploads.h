// Uploads: addresses for one file each, so that a program can send a file past the model that works
// with it.
//
// A program asks for an address and says what is to be done with the file: create an artifact,
// replace the one with an external ID or an ID, and keep a link to it. Whoever has the address
// sends the file without a key, once, within ten minutes; that is done with the rights and limits
// that the program has then. All that does not depend on the file is checked when the address is
// asked for, and again when the file comes.
//
// An address whose file is refused can be used again: it is used up in the transaction that writes
// the artifact. Of the request, the database has only what the token in the address decrypts.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/artifact_upserts.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "core/text/http_values.h"
#include "core/time.h"
#include "core/warning.h"
#include "db/upload_store.h"

namespace db {
class ArtifactStore;
class Postgres;
}  // namespace db

namespace app {

struct UploadRequest {
  std::optional<core::ArtifactId> artifact;     // to be changed
  std::optional<core::ExternalId> artifact_of;  // the external ID of one that is to be found first
  ArtifactUpsert upsert;                        // without the file; with the external ID, if any
  std::string media_type;                       // of the file; empty if its template reads any text
  std::string filename;         // as the program knows the file, perhaps with folders
  std::string alt;              // of a picture
  bool keeps_metadata = false;  // of a picture
  std::vector<core::Warning> warnings = {};

  bool changes_artifact() const { return artifact || artifact_of; }
};

// Reads the fields of an artifact without its content, and `artifactId`, `filename`, `mediaType`,
// `alt`, `keepMetadata` and `share`. Errors: those of read_artifact_change() and read_share();
// invalid_request where they do not tell what the file is.
core::Result<UploadRequest> read_upload_request(core::FieldReader& reader);

struct UploadAddress {
  std::string url;
  core::Timestamp expires_at;
  std::string command;  // for a shell: sends the file with curl
  std::vector<core::Warning> warnings = {};
};

class Uploads {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::ArtifactStore& artifacts;
    db::UploadStore& uploads;
  };
  // `public_base_url` is the prefix of all URLs.
  Uploads(const Stores& stores, ArtifactUpserts& upserts, const std::string& public_base_url)
      : stores_(stores), upserts_(upserts), public_base_url_(public_base_url) {}

  // `asker` is what the principal has authenticated with. Errors: those of read_upload_request();
  // forbidden, expiry_not_allowed, password_required, invalid_expires_in, secret_detected;
  // not_found, artifact_deleted, template_immutable; quota_exceeded for too many addresses.
  core::Result<UploadAddress> prepare(const core::Principal& principal,
                                      const core::BearerToken& asker, core::FieldReader& reader);

  // The principal is the one that asked. Errors: those of db::UploadStore::use();
  // unsupported_media_type for a file of another type than was asked for; those of
  // ArtifactUpserts::put().
  core::Result<UpsertedArtifact> receive(const core::Principal& principal,
                                         const core::UploadToken& address,
                                         const std::optional<core::MediaType>& type,
                                         std::string_view bytes);

 private:
  std::optional<core::Error> refuse(const core::Principal& principal, UploadRequest& request);
  core::Result<std::optional<core::Artifact>> find_target(const core::Principal& principal,
                                                          UploadRequest& request);
  core::Result<UpsertedArtifact> put(const core::Principal& principal,
                                     const UploadRequest& request);

  Stores stores_;
  ArtifactUpserts& upserts_;
  const std::string& public_base_url_;
};

}  // namespace app
