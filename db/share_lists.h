// Pages of share links, of an artifact or of an account.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/artifact.h"
#include "core/ids.h"
#include "core/lists.h"
#include "core/share_link.h"
#include "db/connection/postgres.h"

namespace db {

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

// One page of an artifact's links, newest first.
ShareLinkPage list_links(Postgres& postgres, const core::ArtifactId& artifact,
                         const core::ShareListRequest& request);

// One page of the links of all the account's artifacts. `active` are those that work, `ended`
// those that neither work nor are revoked.
AccountLinkPage list_links(Postgres& postgres, const core::AccountId& account,
                           const core::AccountLinkRequest& request);

// The account's links with these ids, newest first.
std::vector<LinkOfAccount> find_links(Postgres& postgres, const core::AccountId& account,
                                      const std::vector<core::ShareId>& ids);

// The links that stay at one of these versions of the account's artifact, and open, or would if
// it were not erased.
std::vector<core::ShareId> links_at(Postgres& postgres, const core::AccountId& account,
                                    const core::ArtifactId& artifact,
                                    const std::vector<core::VersionNumber>& versions);

// The links of an artifact that work: how many there are, and the newest that is open to all, or
// else the newest.
struct WorkingLinks {
  core::ShareLinkState link;
  std::int64_t count = 0;
};

// Those of each of the account's artifacts that are named and have any.
std::vector<WorkingLinks> working_links(Postgres& postgres, const core::AccountId& account,
                                        const std::vector<core::ArtifactId>& artifacts);

// Summarizes the links of each of the account's artifacts that are named, in their order.
std::vector<LinkSummary> summarize_links(Postgres& postgres, const core::AccountId& account,
                                         const std::vector<core::ArtifactId>& artifacts);

}  // namespace db
