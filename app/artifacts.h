// ArtifactSearch: finds and counts the artifacts of an account that match a filter.
//
// A search for which no index has few candidates scans the list and reads up to 40,000
// artifacts. Such searches take turns, so that they never occupy all threads, and accounts share
// the turns fairly. So do lists that are sorted.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what db/connection/postgres.h
// says.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/artifact_input.h"
#include "app/rewrite_budget.h"
#include "core/account.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/lists.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "core/text/http_values.h"
#include "core/time.h"
#include "core/warning.h"
#include "db/artifact_lists.h"
#include "db/artifact_store.h"
#include "db/version_store.h"
#include "templates/registry.h"

namespace db {
class Postgres;
}

namespace runtime {
class Admission;
}

namespace app {

class RequestAdmission;

class ArtifactSearch {
 public:
  ArtifactSearch(db::Postgres& postgres, runtime::Admission& admission)
      : postgres_(postgres), admission_(admission) {}

  // A page of any list or search. Errors: unavailable if a search gets no turn; too_many_to_sort.
  core::Result<db::ArtifactPage> find(const core::AccountId& account,
                                      const core::ListRequest& request);

  // The number of artifacts after a cursor, up to a limit for each call. Errors: like find().
  core::Result<db::CountedArtifacts> count(const core::AccountId& account,
                                           const core::ListFilter& filter,
                                           const std::optional<core::ListCursor>& after);

 private:
  core::Result<db::ArtifactPage> sort(const core::AccountId& account,
                                      const core::ListRequest& request);

  db::Postgres& postgres_;
  runtime::Admission& admission_;
};

}  // namespace app

// PreparedPdfs: queues the PDFs of artifacts to be made in advance, and removes what was made of
// them.
//
// Not thread-safe. Everything it refers to must outlive it.

namespace rendering {
class PdfFiles;
class PdfQueue;
}  // namespace rendering

namespace app {

class PreparedPdfs {
 public:
  PreparedPdfs(rendering::PdfQueue& queue, rendering::PdfFiles& files, db::Postgres& postgres)
      : queue_(queue), files_(files), postgres_(postgres) {}

  // Queues an artifact that was written with this state, if its PDF is to be made, once its
  // transaction has been committed: before, the new content could not be seen.
  void begin(const core::ArtifactId& id, const core::AccountId& account,
             const std::optional<core::PdfState>& state);

  // Queues the artifact again if its PDF is still missing a minute after the content was written,
  // as the process that had queued it may have ended.
  void requeue(const core::Artifact& artifact);

  // Removes the files of artifacts that were removed, or of which a version was erased, from this
  // host, once the transaction has been committed. Other hosts notice within half an hour.
  void remove_of(const std::vector<core::ArtifactId>& artifacts);

 private:
  rendering::PdfQueue& queue_;
  rendering::PdfFiles& files_;
  db::Postgres& postgres_;
};

}  // namespace app

namespace app {

// Artifacts: the artifacts of an account.
//
// Each function checks that the principal is allowed to do it. An unknown artifact is not_found,
// another account's is forbidden. The statement that changes, deletes or restores an artifact also
// records it in the audit log.
//
// An update, a deletion and a restoration apply to the revision of the artifact that was checked.
// If another call was faster, it is read and checked again, so no update is lost. In every round
// one caller succeeds, so the number of callers bounds the number of rounds.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.

// A new artifact, with the warnings for its client.
struct CreatedArtifact : db::InsertedArtifact {
  std::optional<core::PdfState> pdf;
  std::vector<core::Warning> warnings;
};

struct ChangedArtifact : core::Artifact {  // without its content
  std::vector<core::Warning> warnings;
};

struct ArtifactList {
  std::vector<core::Artifact> artifacts;  // without their content
  std::int64_t total = 0;                 // of all pages; a lower bound if it is not exact
  bool total_is_exact = false;
  std::int64_t passed = 0;  // number of artifacts on the pages before
  // A page of a search that is not the last may be shorter than requested, even empty.
  std::optional<std::string> next_cursor;
};

class Artifacts {
 public:
  using Content = db::ArtifactStore::Content;

  Artifacts(db::ArtifactStore& store, db::VersionStore& versions, RequestAdmission& admission,
            const ArtifactSearch& search, const PreparedPdfs& pdfs, const RewriteBudget& budget,
            const core::SigningKeys& keys, const core::PlanNeverExpiringLinks& never_expiring_links,
            core::WebPages web_pages)
      : store_(store),
        versions_(versions),
        admission_(admission),
        search_(search),
        pdfs_(pdfs),
        budget_(budget),
        keys_(keys),
        never_expiring_links_(never_expiring_links),
        web_pages_(web_pages) {}

  // Errors: invalid_content, quota_exceeded, invalid_expires_in, expiry_not_allowed,
  // secret_detected; external_id_conflict, naming the artifact that has the external ID.
  core::Result<CreatedArtifact> create(const core::Principal& principal,
                                       core::NewArtifact artifact);

  core::Result<core::Artifact> find(const core::Principal& principal, const core::ArtifactId& id,
                                    Content content);

  struct Query {
    core::ListFilter filter;
    std::optional<std::string> cursor;   // from a previous page
    std::optional<std::int64_t> offset;  // for lists without cursors
    int limit = core::ListRequest().limit;
  };
  // Errors: invalid_cursor; invalid_request for an offset in a search (ListFilter::is_search),
  // which searches do not support; too_many_to_sort; unavailable if too many searches are running.
  core::Result<ArtifactList> list(const core::Principal& principal, const Query& query);

  // The artifact with this external ID, for whoever may do anything with artifacts, and goes on to
  // what needs a certain scope. Errors: not_found.
  core::Result<core::ArtifactId> id_of(const core::Principal& principal,
                                       const core::ExternalId& id);

  // Returns the updated artifact without its content; the state of its PDF only if the principal
  // may read it or has sent the content. A link that was created with it and has the same expiry
  // gets the new one. Errors: those in the change; template_immutable, invalid_content,
  // unsupported_media_type for a file that its template does not accept, invalid_request if the
  // merged metadata is too large or the external ID differs; invalid_expires_in, artifact_deleted,
  // precondition_failed, version_conflict, quota_exceeded; expiry_not_allowed, password_required,
  // secret_detected.
  core::Result<ChangedArtifact> change(const core::Principal& principal, const core::ArtifactId& id,
                                       ArtifactChangeInput change,
                                       const core::Preconditions& conditions = {});

  // The content that an artifact gets, made from what it has now. The artifact is in a state in
  // which it can be changed, and has its content. Called again if another call was faster.
  using ContentChange = std::function<core::Result<core::JsonTree>(const core::Artifact& artifact)>;

  // Also changes the content of an artifact of the principal, which was read with its content.
  // Errors: those of change() and of `new_content`.
  core::Result<ChangedArtifact> change_content(const core::Principal& principal,
                                               core::Artifact artifact,
                                               const ContentChange& new_content,
                                               ArtifactChangeInput change,
                                               const core::Preconditions& conditions = {});

  // Returns the time of the deletion; repeating a soft deletion returns the first time. A permanent
  // deletion works in any status and frees the account's storage at once. Errors:
  // precondition_failed.
  enum class Deletion : std::uint8_t { soft, permanent };
  core::Result<core::Timestamp> remove(const core::Principal& principal, const core::ArtifactId& id,
                                       Deletion deletion,
                                       const core::Preconditions& conditions = {});

  // Undoes a soft deletion and returns the artifact. Errors: not_deleted; not_found also if it was
  // deleted too long ago; expiry_not_allowed, password_required, secret_detected.
  core::Result<core::Artifact> restore(const core::Principal& principal, const core::ArtifactId& id,
                                       Content content);
  // Returns what restore() returns, without restoring; requires the same permission.
  core::Result<core::Artifact> find_restored(const core::Principal& principal,
                                             const core::ArtifactId& id, Content content);

 private:
  core::Result<core::ListRequest> list_request(const Query& query) const;
  // What can be refused without the artifact.
  std::optional<core::Error> refuse_input(const core::Principal& principal,
                                          const ArtifactChangeInput& change);
  std::optional<core::Error> refuse_change(const core::Principal& principal,
                                           const core::Artifact& artifact,
                                           const ArtifactChangeInput& change,
                                           const core::Preconditions& conditions);
  // Writes the change if the artifact is still as it was read; nothing if it is not.
  core::Result<std::optional<ChangedArtifact>> write(const core::Principal& principal,
                                                     const core::Artifact& artifact,
                                                     ArtifactChangeInput& change,
                                                     const core::Preconditions& conditions);

  db::ArtifactStore& store_;
  db::VersionStore& versions_;
  RequestAdmission& admission_;
  ArtifactSearch search_;
  PreparedPdfs pdfs_;
  RewriteBudget budget_;
  const core::SigningKeys& keys_;
  core::PlanNeverExpiringLinks never_expiring_links_;
  core::WebPages web_pages_;
};

// Looks up an artifact of the principal.

// Errors: not_found; forbidden for another account's artifact.
core::Result<core::Artifact> own_artifact(db::ArtifactStore& artifacts,
                                          const core::Principal& principal,
                                          const core::ArtifactId& id,
                                          db::ArtifactStore::Content content);

// A not_found: no artifact of the account has the external ID.
core::Error no_artifact_with_external_id();

// For an expiresAt in place of expiresIn: the caller expects that expiry, and it would be ignored.
core::Error not_expires_at(std::string_view field);

// Adds to an external_id_conflict which artifact has the external ID; returns other errors
// unchanged.
core::Error with_existing_artifact(core::Error error, db::ArtifactStore& artifacts,
                                   const core::Principal& principal,
                                   const std::optional<core::ExternalId>& id);

// The input with which an artifact is created, once all that its content and the principal's limits
// require has been checked.

struct CheckedArtifact {
  core::Expiry expiry;
  core::ContentFacts facts;
  std::vector<core::Warning> warnings;
};

// Puts in place of the content what is stored of it. Errors: expiry_not_allowed, invalid_content,
// secret_detected; invalid_template for a web page where there are none.
core::Result<CheckedArtifact> check_new_artifact(const core::Principal& principal,
                                                 core::NewArtifact& artifact,
                                                 db::ArtifactStore& artifacts,
                                                 core::WebPages web_pages);

// The facts that its template found in content, as they are stored beside it.
core::ContentFacts facts_of(const templates::ContentFindings& findings);

// The forms in which programs read an artifact.

// invalid_request: the artifact has no such form.
core::Error without_form(templates::Form form, core::Template content_template);

}  // namespace app
