// BulkChanges: deletes the artifacts of an account that match a filter, and revokes their share
// links; and changes artifacts that somebody has chosen.
//
// Each call for a filter is one step of limited size, the oldest artifacts first, and returns a
// cursor for the next step until there are no more. A dry run only counts. Repeating a step changes
// nothing twice. The statement that changes artifacts or links also records each of them in the
// audit log.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/artifacts.h"
#include "core/error.h"
#include "core/lists.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "db/artifact_store.h"
#include "db/matching_store.h"

namespace app {

class BulkChanges {
 public:
  BulkChanges(db::ArtifactStore& artifacts, Artifacts& one_by_one, const ArtifactSearch& search,
              db::MatchingStore& matching, const PreparedPdfs& pdfs, const core::SigningKeys& keys)
      : artifacts_(artifacts),
        one_by_one_(one_by_one),
        search_(search),
        matching_(matching),
        pdfs_(pdfs),
        keys_(keys) {}

  static constexpr int kMaximumPerStep = 100;

  struct Request {
    core::ListFilter filter;  // its order is ignored
    bool is_dry_run = true;
    std::optional<std::string> cursor;  // from the previous step
    int limit = kMaximumPerStep;
  };
  struct Step {
    std::int64_t matching = 0;  // found by this step
    std::int64_t changed = 0;
    std::optional<std::string> next_cursor;  // absent after the last step
  };

  // Errors: invalid_request for a filter without conditions, and for a soft deletion of deleted
  // artifacts; invalid_cursor; unavailable if too many searches are running.
  using Deletion = Artifacts::Deletion;
  core::Result<Step> delete_artifacts(const core::Principal& principal, const Request& request,
                                      Deletion deletion);

  // Revokes all links of the artifacts. Errors: invalid_request for a filter without conditions;
  // invalid_cursor; unavailable, as above.
  core::Result<Step> revoke_links(const core::Principal& principal, const Request& request);

  // The outcome for artifacts that were chosen. Those that need no change are left out.
  using Ids = db::MatchingStore::Ids;
  struct Outcome {
    Ids changed;
    // Why others could not be changed, one for each.
    std::vector<core::Error> problems = {};
  };

  // Deletes those of at most kMaximumPerStep artifacts that are not deleted.
  core::Result<Outcome> delete_chosen(const core::Principal& principal, const Ids& artifacts);

  // Restores those that are deleted.
  core::Result<Outcome> restore_chosen(const core::Principal& principal, const Ids& artifacts);

  // Gives an expiry to those that would end earlier than that. Errors: invalid_expires_in.
  core::Result<Outcome> extend_chosen(const core::Principal& principal, const Ids& artifacts,
                                      const core::Expiry& expiry);

  // Revokes all links of those that are not deleted, and returns their number.
  core::Result<std::int64_t> revoke_links_of_chosen(const core::Principal& principal,
                                                    const Ids& artifacts);

 private:
  struct Removal {
    Ids together;                         // in one statement
    std::optional<core::Artifact> alone;  // a large one
    std::size_t count = 0;                // number of artifacts that the step covers
  };

  core::Result<core::ListRequest> list_request(const Request& request) const;
  Step step(const db::CountedArtifacts& counted, const core::ListFilter& filter) const;
  std::optional<std::string> cursor_at(const std::optional<core::ListCursor>& place,
                                       const core::ListFilter& filter) const;
  Removal plan_removal(const std::vector<core::Artifact>& artifacts);
  Step remove(const core::Principal& principal, const core::ListFilter& filter,
              const db::ArtifactPage& found);
  core::Result<db::CountedArtifacts> count_links(const core::Principal& principal,
                                                 core::ListRequest request);

  db::ArtifactStore& artifacts_;
  Artifacts& one_by_one_;
  ArtifactSearch search_;
  db::MatchingStore& matching_;
  PreparedPdfs pdfs_;
  const core::SigningKeys& keys_;
};

}  // namespace app
