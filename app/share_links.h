// ShareLinks: makes, changes and revokes share links.
//
// Each function checks that the principal is allowed to do it. The statement that makes a change
// also records it in the audit log. An unknown artifact is not_found, another account's is
// forbidden.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/artifacts.h"
#include "app/publishing_rules.h"
#include "app/share_link_input.h"
#include "app/share_link_lists.h"
#include "core/account.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "core/share_link.h"
#include "core/warning.h"
#include "db/artifact_store.h"
#include "db/counters/view_counter.h"
#include "db/sender_store.h"
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
  db::InsertedArtifact artifact;
  CreatedShareLink link;
  std::optional<core::PdfState> pdf;
  std::vector<core::Warning> warnings;
};

// The result of changing several links.
struct ChangedShareLinks {
  struct Unchanged {
    AccountShareLink link;
    core::Error reason;
  };
  std::vector<Unchanged> unchanged;
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
  ShareLinks(const Stores& stores, RequestAdmission& admission, ShareLinkLists& lists,
             const PreparedPdfs& pdfs, runtime::PasswordChecker& passwords,
             const core::SigningKeys& keys, const std::string& public_base_url,
             const core::PlanNeverExpiringLinks& never_expiring, core::WebPages web_pages)
      : stores_(stores),
        admission_(admission),
        lists_(lists),
        pdfs_(pdfs),
        passwords_(passwords),
        keys_(keys),
        public_base_url_(public_base_url),
        never_expiring_(never_expiring),
        web_pages_(web_pages) {}

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
                                                            core::NewArtifact artifact,
                                                            const NewShareLink& link);

  // For ArtifactUpserts: changes the kept link of the artifact, or creates it. In three steps: slow
  // work before the transaction, the change itself within it, and the link as its owner sees it
  // after the commit. Without an expiry in the change, the link lasts at least as long as a new
  // one.
  struct LinkUpsert {
    std::optional<db::KeptLink> current;
    db::LinkRowChange change;
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

  // Returns the changed link. What create() says of its artifact applies. Errors: not_found, also
  // for a revoked link; invalid_expires_in, expiry_not_allowed, password_required, secret_detected,
  // artifact_deleted, unavailable.
  core::Result<ChangedShareLink> change(const core::Principal& principal,
                                        const core::ArtifactId& artifact, const core::ShareId& id,
                                        const ShareLinkChange& change);

  // Revokes a link and returns the time. Revoking it again keeps the first time.
  core::Result<core::Timestamp> revoke(const core::Principal& principal,
                                       const core::ArtifactId& artifact, const core::ShareId& id);

 private:
  std::optional<core::Error> extend(const core::Principal& principal,
                                    const core::ArtifactId& artifact, const core::Expiry& expiry);
  core::Result<std::optional<core::ShareLinkState>> write_change(const core::Principal& principal,
                                                                 const core::ArtifactId& artifact,
                                                                 const core::ShareId& id,
                                                                 const db::LinkRowChange& change,
                                                                 bool extends_artifact);
  std::optional<core::Error> refuse_reopening(const core::Principal& principal,
                                              const core::ArtifactId& artifact,
                                              const core::ShareId& id,
                                              const db::LinkRowChange& change);
  std::optional<core::Error> refuse_widening(const core::Principal& principal,
                                             const core::ArtifactId& artifact,
                                             const core::ShareId& id,
                                             const db::LinkRowChange& change);
  std::optional<core::Error> refuse_unprotected(const core::Principal& principal,
                                                const core::ArtifactId& artifact,
                                                const core::ShareId& id,
                                                const ShareLinkChange& change);
  core::Result<db::NewLinkRow> prepare(const core::Principal& principal, const NewShareLink& link,
                                       std::vector<core::Warning>& warnings);
  void warn_of_hidden_sender(const core::Principal& principal, std::optional<bool> shows_sender,
                             std::vector<core::Warning>& warnings);
  core::Result<std::optional<std::string>> hash(const core::Principal& principal,
                                                const std::optional<std::string>& password);
  core::Result<std::optional<std::string>> hash_unless_same(
      const core::Principal& principal, const std::optional<std::string>& password,
      const std::optional<db::KeptLink>& link);
  CreatedShareLink with_address(const core::ShareLink& link) const;
  std::optional<core::ShareLinkState> with_early_views(core::ShareLinkState state,
                                                       const db::LinkRowChange& change);

  SearchedContent searched() { return {stores_.artifacts, stores_.versions, admission_}; }

  Stores stores_;
  RequestAdmission& admission_;
  ShareLinkLists& lists_;
  PreparedPdfs pdfs_;
  runtime::PasswordChecker& passwords_;
  const core::SigningKeys& keys_;
  const std::string& public_base_url_;
  core::PlanNeverExpiringLinks never_expiring_;
  core::WebPages web_pages_;
};

}  // namespace app
