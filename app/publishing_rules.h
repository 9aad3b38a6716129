// Rules on what a principal's API key or app (core/principal.h) may publish. Every use
// case that sets an expiry or makes a link usable checks them here.
//
// The database's clock decides, so a limited key's date and time costs a statement; nothing else
// does.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "app/request_admission.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/principal.h"
#include "core/share_link.h"
#include "core/time.h"
#include "core/warning.h"
#include "db/artifact_store.h"
#include "db/version_store.h"
#include "templates/addition.h"

namespace app {

// Reads the fields maximumExpiry, passwordRequired and refuseSecrets, in which a user chooses the
// limits of a key or an app.
core::PublishingLimits read_publishing_limits(core::FieldReader& reader);

// Returns expiry_not_allowed if the principal must not make something last that long.
std::optional<core::Error> refuse_expiry(const core::Principal& principal,
                                         const core::Expiry& expiry, db::ArtifactStore& artifacts);

// The usual expiry, or the principal's limit if that is earlier.
core::Expiry usual_expiry(const core::Principal& principal, const core::Expiry& usual);

// The expiry of something new: the requested one; without one, the usual one, with a warning if it
// is earlier because of the limit. Errors: expiry_not_allowed.
core::Result<core::Expiry> choose_expiry(const core::Principal& principal,
                                         const std::optional<core::Expiry>& requested,
                                         const core::Expiry& usual, db::ArtifactStore& artifacts,
                                         std::vector<core::Warning>& warnings);

// Returns password_required if the principal must not leave a link without a password.
std::optional<core::Error> refuse_without_password(const core::Principal& principal,
                                                   bool has_password);

// When something with this expiry ends; nothing if it never does.
std::optional<core::Timestamp> end_of(const core::Expiry& expiry, db::ArtifactStore& artifacts);

// Whether something that ends at `end`, if at all, would end later with this expiry.
bool is_extension(const core::Expiry& expiry, const std::optional<core::Timestamp>& end,
                  db::ArtifactStore& artifacts);

// The stored content that may be searched for secrets: content that is large, in a turn.
struct SearchedContent {
  db::ArtifactStore& artifacts;
  db::VersionStore& versions;
  RequestAdmission& admission;
};

// Runs `work`, which calls the functions below in a transaction. A turn must not be waited for
// there, so those whose content may be searched take it before.
template <typename Work>
auto with_turn_for_search(const core::Principal& principal, RequestAdmission& admission,
                          const Work& work) -> decltype(work()) {
  constexpr std::size_t kAsLargeContent = std::numeric_limits<std::size_t>::max();
  return admission.run(principal.limits.refuses_secrets ? kAsLargeContent : 0, principal.account,
                       work);
}

// Returns password_required, secret_detected or invalid_request if the principal must not let an
// artifact, with the links that it has, end later than it does, as this change would; forbidden if
// its content would have to be searched for secrets and the principal may not read it. Nothing for
// a change that does not.
std::optional<core::Error> refuse_extension(const core::Principal& principal,
                                            const core::Artifact& artifact,
                                            const core::ArtifactChange& change,
                                            const SearchedContent& searched);

// Returns expiry_not_allowed, or an error of refuse_extension(), if the principal must not make an
// artifact that is deleted available again, with the links that it still has: `expires_at` is when
// it ends then.
std::optional<core::Error> refuse_revival(const core::Principal& principal,
                                          const core::Artifact& artifact,
                                          const SearchedContent& searched);

// Looks for secrets in what is to be published, as everybody who has a link can read it.

// Adds a warning for each that is found in content, title or description. Returns secret_detected
// instead, for all of them, if the principal's key or account refuses to publish secrets.
std::optional<core::Error> examine_for_secrets(const core::Principal& principal,
                                               const core::NewArtifact& artifact,
                                               std::vector<core::Warning>& warnings);
// The content of a change that appends is searched only if the principal may read it.
std::optional<core::Error> examine_for_secrets(const core::Principal& principal,
                                               const core::ArtifactChange& change,
                                               std::vector<core::Warning>& warnings);
// The same for what is appended, alone.
std::optional<core::Error> examine_for_secrets(const core::Principal& principal,
                                               const templates::Addition& addition,
                                               std::vector<core::Warning>& warnings);

// For changes that make an existing artifact available to more people, or for longer:
// secret_detected if the principal refuses to publish its content, with the place for those who may
// read it. Reads the content only if the
// principal refuses secrets at all. Errors: also those of own_artifact().
std::optional<core::Error> refuse_secrets(const core::Principal& principal,
                                          const core::ArtifactId& id,
                                          const SearchedContent& searched);
// The same for a link with these options. Errors: also invalid_request for the
// history.
std::optional<core::Error> refuse_secrets(const core::Principal& principal,
                                          const core::ArtifactId& id,
                                          const core::LinkOptions& options,
                                          const SearchedContent& searched);

// Returns invalid_request if the principal refuses to publish secrets, and the link shows the
// history: versions that nobody has searched may be in it, now or later.
std::optional<core::Error> refuse_history(const core::Principal& principal,
                                          const core::LinkOptions& options);

}  // namespace app
