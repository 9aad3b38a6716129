// ShareLinks: the share links of an artifact.
//
// Each function checks that the principal is allowed to do it. The statement that makes a change
// also records it in the audit log. An unknown artifact is not_found, another account's is
// forbidden.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/artifacts.h"
#include "app/share_link_input.h"
#include "core/account.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/lists.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "core/share_link.h"
#include "core/warning.h"
#include "db/artifact_store.h"
#include "db/counters/view_counter.h"
#include "db/sender_store.h"
#include "db/share_lists.h"
#include "db/share_store.h"
#include "db/version_store.h"

namespace db {
class Postgres;
}
namespace runtime {
class PasswordChecker;
}

namespace app {

// A new share link with its URL.
struct CreatedShareLink {
  core::ShareLink link;
  std::string token;
  std::string url;
  std::vector<core::Warning> warnings = {};
};

// A link after a change, with all its views.
struct ChangedShareLink : core::ListedShareLink {
  std::vector<core::Warning> warnings = {};
};

struct CreatedArtifactAndLink {
  db::CreatedArtifact artifact;
  CreatedShareLink link;
  std::optional<core::PdfState> pdf;
  std::vector<core::Warning> warnings;
};

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

// What a change of several links has done.
struct ChangedShareLinks {
  struct Unchanged {
    AccountShareLink link;
    core::Error reason;
  };
  std::vector<Unchanged> unchanged;
};

// Who opened an artifact's links, or one of them, in the last 90 days.
struct ViewsByDay {
  std::optional<core::ShareLinkState> link;
  std::vector<db::ViewDay> days;  // all of them, oldest first, including today
};

class ShareLinks {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::ArtifactStore& artifacts;
    db::ShareStore& links;
    db::VersionStore& versions;
    db::ViewCounter& views;
    db::SenderStore& senders;
  };
  // `public_base_url` is the prefix of all URLs.
  ShareLinks(const Stores& stores, const PreparedPdfs& pdfs, runtime::PasswordChecker& passwords,
             const core::SigningKeys& keys, const std::string& public_base_url,
             const core::PlanNeverExpiringLinks& never_expiring)
      : stores_(stores),
        pdfs_(pdfs),
        passwords_(passwords),
        keys_(keys),
        public_base_url_(public_base_url),
        never_expiring_(never_expiring) {}

  // Returns invalid_expires_in if a link must not have this expiry: `never`, where the plan of the
  // account does not allow it; expiry_not_allowed if it is beyond the principal's limit.
  std::optional<core::Error> refuse(const core::Principal& principal,
                                    const core::Expiry& expiry) const;
  // The expiry of a link for which none is requested.
  core::Expiry usual_expiry(const core::Principal& principal) const;
  // Whether the plan allows links that never expire.
  bool may_never_expire(const core::Principal& principal) const {
    return never_expiring_.of(principal.plan);
  }

  // A link that is to extend its artifact does both or neither, and needs the permission to change
  // artifacts; the artifact's other links keep their own expiry. Otherwise a link that is to end
  // after its artifact has a warning. Errors: artifact_deleted, artifact_expired,
  // artifact_disabled, quota_exceeded, invalid_expires_in, expiry_not_allowed, password_required;
  // unavailable if the password cannot be hashed now.
  core::Result<CreatedShareLink> create(const core::Principal& principal,
                                        const core::ArtifactId& artifact, const NewShareLink& link);

  // Creates an artifact and a link to it, in one transaction. Errors: invalid_content,
  // quota_exceeded, invalid_expires_in, expiry_not_allowed, password_required, secret_detected,
  // unavailable; external_id_conflict, naming the artifact that has the external ID.
  core::Result<CreatedArtifactAndLink> create_with_artifact(const core::Principal& principal,
                                                            const core::NewArtifact& artifact,
                                                            const NewShareLink& link);

  // For ArtifactUpserts: changes the kept link of the artifact, or creates it. In three steps: slow
  // work before the transaction, the change itself within it, and the link as its owner sees it
  // after the commit. Without an expiry in the change, the link lasts at least as long as a new
  // one.
  struct LinkUpsert {
    std::optional<db::KeptLink> current;
    core::ShareLinkChange change;
  };
  // An unchanged password is not hashed again, so viewers who have entered it keep their access.
  // Errors: invalid_expires_in, expiry_not_allowed, password_required, unavailable.
  core::Result<LinkUpsert> prepare_upsert(const core::Principal& principal,
                                          const core::ArtifactId& artifact,
                                          const ShareLinkChange& change);
  // Errors: artifact_expired, artifact_disabled, quota_exceeded, invalid_expires_in,
  // password_required, secret_detected.
  core::Result<core::ShareLinkState> upsert(const core::Principal& principal,
                                            const core::Artifact& artifact,
                                            const LinkUpsert& upsert);
  ChangedShareLink upserted(const core::Principal& principal, core::ShareLinkState state,
                            const LinkUpsert& upsert);

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

  // Change several links of the account, one after another. Links that the account does not have
  // are ignored.

  // Those that are revoked already stay so.
  core::Result<ChangedShareLinks> revoke_all(const core::Principal& principal,
                                             const std::vector<core::ShareId>& ids);
  // Those that end later stay as they are. `change` has an expiry. Errors: those of change() that
  // do not depend on the link.
  core::Result<ChangedShareLinks> extend_all(const core::Principal& principal,
                                             const std::vector<core::ShareId>& ids,
                                             const ShareLinkChange& change);

  // Of each of these artifacts of the account, the newest link that works and has an address.
  // Nothing for a principal that may not see links.
  std::vector<core::ListedShareLink> newest_working(const core::Principal& principal,
                                                    const std::vector<core::ArtifactId>& artifacts);

  // The links of each of these artifacts of the account together, in their order, with the views
  // that are counted elsewhere. Nothing for a principal that may not see links.
  std::vector<db::LinkSummary> summaries(const core::Principal& principal,
                                         const std::vector<core::ArtifactId>& artifacts);

  // The kept link of the artifact. Nothing if there is none, and for a
  // principal that may not see links.
  std::optional<core::ListedShareLink> find_kept(const core::Principal& principal,
                                                 const core::ArtifactId& artifact);

  // Of the artifact, or of one of its links. Needs the permission to read artifacts only. Errors:
  // not_found, also for a link of another artifact.
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

  // Returns the changed link. What create() says of its artifact applies. Errors: not_found, also
  // for a revoked link; invalid_expires_in, expiry_not_allowed, password_required, secret_detected,
  // artifact_deleted, unavailable.
  core::Result<ChangedShareLink> change(const core::Principal& principal,
                                        const core::ArtifactId& artifact, const core::ShareId& id,
                                        ShareLinkChange change);

  // Revokes a link and returns the time. Revoking it again keeps the first time.
  core::Result<core::Timestamp> revoke(const core::Principal& principal,
                                       const core::ArtifactId& artifact, const core::ShareId& id);

 private:
  std::optional<core::Error> extend(const core::Principal& principal,
                                    const core::ArtifactId& artifact, const core::Expiry& expiry);
  core::Result<std::optional<core::ShareLinkState>> write_change(const core::Principal& principal,
                                                                 const core::ArtifactId& artifact,
                                                                 const core::ShareId& id,
                                                                 const ShareLinkChange& change);
  std::optional<core::Error> refuse_reopening(const core::Principal& principal,
                                              const core::ArtifactId& artifact,
                                              const core::ShareId& id,
                                              const core::ShareLinkChange& change);
  std::optional<core::Error> refuse_widening(const core::Principal& principal,
                                             const core::ArtifactId& artifact,
                                             const core::ShareId& id,
                                             const core::ShareLinkChange& change);
  std::optional<core::Error> refuse_unprotected(const core::Principal& principal,
                                                const core::ArtifactId& artifact,
                                                const core::ShareId& id,
                                                const ShareLinkChange& change);
  core::Result<core::NewShareLink> prepare(const core::Principal& principal,
                                           const NewShareLink& link,
                                           std::vector<core::Warning>& warnings);
  void warn_of_hidden_sender(const core::Principal& principal, std::optional<bool> shows_sender,
                             std::vector<core::Warning>& warnings);
  core::Result<std::optional<std::string>> hash(const core::Principal& principal,
                                                const std::optional<std::string>& password);
  core::Result<std::optional<std::string>> hash_unless_same(
      const core::Principal& principal, const std::optional<std::string>& password,
      const std::optional<db::KeptLink>& link);
  CreatedShareLink with_address(const core::ShareLink& link) const;
  std::vector<core::ListedShareLink> with_views(std::vector<core::ShareLinkState> states);
  std::vector<AccountShareLink> listed(std::vector<db::LinkOfAccount> links);
  std::optional<core::ShareLinkState> with_early_views(core::ShareLinkState state,
                                                       const core::ShareLinkChange& change);

  Stores stores_;
  PreparedPdfs pdfs_;
  runtime::PasswordChecker& passwords_;
  const core::SigningKeys& keys_;
  const std::string& public_base_url_;
  core::PlanNeverExpiringLinks never_expiring_;
};

// A new link with the members of a change, and defaults for the absent ones.
core::NewShareLink new_link_options(const core::ShareLinkChange& change);

}  // namespace app
