// ShareLinkLists: the share links of an account, as its principals read them.
//
// Each function checks that the principal is allowed to do it. An unknown artifact is not_found,
// another account's is forbidden.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/lists.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "core/share_link.h"
#include "db/artifact_store.h"
#include "db/counters/view_counter.h"
#include "db/share_lists.h"
#include "db/share_store.h"

namespace db {
class Postgres;
}

namespace app {

struct ShareLinkList {
  std::vector<core::ListedShareLink> links;  // newest first
  std::optional<std::string> next_cursor;
};

// A link in the list of an account, with its artifact.
struct AccountShareLink : core::ListedShareLink {
  std::optional<std::string> title = {};          // of the artifact, as its owner gave it
  std::optional<std::string> display_title = {};  // what the artifact is called in lists
  core::ArtifactStatus artifact_status = core::ArtifactStatus::active;
};

struct AccountShareLinkList {
  std::vector<AccountShareLink> links;
  // By creation. A page that is not the last may be shorter than requested, even empty.
  std::optional<std::string> next_cursor = {};
  // By anything else.
  std::optional<std::int64_t> total = {};
};

// Who opened an artifact's links, or one of them, in the last 90 days.
struct ViewsByDay {
  std::optional<core::ShareLinkState> link;
  std::vector<db::ViewDay> days;  // all of them, oldest first, including today
};

// The links of an artifact that work: how many there are, and the newest that is open to all
// (core::is_open_to_all()), or else the newest.
struct WorkingLinks {
  core::ListedShareLink link;
  std::int64_t count = 0;
};

// For a link that the artifact does not have, or that was revoked.
core::Error no_such_link();

class ShareLinkLists {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::ArtifactStore& artifacts;
    db::ShareStore& links;
    db::ViewCounter& views;
  };
  // `public_base_url` is the prefix of all URLs.
  ShareLinkLists(const Stores& stores, const core::SigningKeys& keys,
                 const std::string& public_base_url)
      : stores_(stores), keys_(keys), public_base_url_(public_base_url) {}

  struct Query {
    std::optional<core::ShareLinkStatus> status;  // nothing: all
    std::optional<std::string> cursor;            // from a previous page
    int limit = core::ShareListRequest().limit;
  };
  // Errors: invalid_cursor.
  core::Result<ShareLinkList> list(const core::Principal& principal,
                                   const core::ArtifactId& artifact, const Query& query);

  // The links of all artifacts of the account, newest first. Errors: invalid_cursor.
  core::Result<AccountShareLinkList> list(const core::Principal& principal, const Query& query);
  // The same in any order; `request.after` is read from the cursor. Errors: invalid_cursor;
  // too_many_to_sort, if not by creation.
  core::Result<AccountShareLinkList> list(const core::Principal& principal,
                                          core::AccountLinkRequest request,
                                          const std::optional<std::string>& cursor);

  // Those of these links that the account has, newest first.
  core::Result<std::vector<AccountShareLink>> find_all(const core::Principal& principal,
                                                       const std::vector<core::ShareId>& ids);

  // The links of each of these artifacts of the account that work. Nothing for a principal that may
  // not see links.
  std::vector<WorkingLinks> working(const core::Principal& principal,
                                    const std::vector<core::ArtifactId>& artifacts);

  // The links of each of these artifacts of the account together, in their order, with the views
  // that are counted elsewhere. Nothing for a principal that may not see links.
  std::vector<db::LinkSummary> summaries(const core::Principal& principal,
                                         const std::vector<core::ArtifactId>& artifacts);

  // The links that work and show one of these versions of the artifact and no other. Nothing for a
  // principal that may not see links.
  std::vector<core::ShareId> at(const core::Principal& principal, const core::ArtifactId& artifact,
                                const std::vector<core::VersionNumber>& versions);

  // The kept link of the artifact. Nothing if there is none, and for a
  // principal that may not see links.
  std::optional<core::ListedShareLink> find_kept(const core::Principal& principal,
                                                 const core::ArtifactId& artifact);

  // Counts views of the artifact, or of one of its links. Needs the permission to read artifacts
  // only. Errors: not_found, also for a link of another artifact.
  core::Result<ViewsByDay> views(const core::Principal& principal, const core::ArtifactId& artifact,
                                 const std::optional<core::ShareId>& link);

  // The artifact of a link of the account. Errors: not_found.
  core::Result<core::ArtifactId> artifact_of(const core::Principal& principal,
                                             const core::ShareId& id);

  // Errors: not_found, also for a revoked link.
  core::Result<core::ListedShareLink> find(const core::Principal& principal,
                                           const core::ArtifactId& artifact,
                                           const core::ShareId& id);
  // The same, also if it is revoked.
  core::Result<core::ListedShareLink> find_any(const core::Principal& principal,
                                               const core::ArtifactId& artifact,
                                               const core::ShareId& id);

  // The link whose address has this token, whether it still exists or not. Errors: not_found for a
  // token that none of the keys has signed, or for another artifact.
  core::Result<core::ShareId> link_with(const core::ArtifactId& artifact,
                                        std::string_view token) const;

  // For the other use cases of links, which have checked the principal: the links with their URLs,
  // and with the views that are counted elsewhere.
  std::vector<core::ListedShareLink> with_views(std::vector<core::ShareLinkState> states);

 private:
  std::vector<AccountShareLink> listed(std::vector<db::LinkOfAccount> links);

  Stores stores_;
  const core::SigningKeys& keys_;
  const std::string& public_base_url_;
};

}  // namespace app
