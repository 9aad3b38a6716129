// ArtifactStore: artifacts in PostgreSQL.
//
// All times are the database's: only its clock decides whether something has expired.
// A change is recorded in the audit log by the same statement, if it changes anything.
// Concurrent writes never exceed an account's storage limits.
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account.h"
#include "core/artifact.h"
#include "core/audit.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/share_link.h"
#include "core/version.h"
#include "db/connection/values.h"
#include "db/share_store.h"

namespace db {

class Postgres;

struct InsertedArtifact {
  core::ArtifactId id;
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
};

// An artifact that was created with a link.
struct ArtifactAndLink {
  InsertedArtifact artifact;
  core::ShareLink link;
};

// The properties that some links of an artifact have in common.
struct RevivedLinks {
  bool lack_password = false;               // one of them
  bool show_history = false;                // one of them
  std::vector<core::VersionNumber> pinned;  // which they show in place of the latest
};

class ArtifactStore {
 public:
  ArtifactStore(Postgres& postgres, const core::PlanStorageLimits& limits)
      : postgres_(postgres), limits_(limits) {}

  // In the principal's account. `facts` are of the artifact's content. Errors: quota_exceeded;
  // invalid_expires_in for a moment out of bounds; external_id_conflict; unauthorized if the
  // account was removed.
  core::Result<InsertedArtifact> create(const core::ArtifactId& id,
                                        const core::NewArtifact& artifact,
                                        const core::Expiry& expiry, const core::ContentFacts& facts,
                                        const core::Principal& principal);
  // The same with a link to it, in one statement: the one that is kept alive. The field of an
  // expiry is /share/expiresIn if it is the link's alone.
  core::Result<ArtifactAndLink> create_with_link(
      const core::ArtifactId& id, const core::NewArtifact& artifact, const core::Expiry& expiry,
      const core::ContentFacts& facts, const core::ShareId& link_id, const NewLinkRow& link,
      const std::string& signing_key_id, const core::Principal& principal);

  // The database's time.
  core::Timestamp now();

  // Changes that make an artifact's links usable, or for longer: that it is restored, or gets a
  // later expiry.
  enum class Revival : std::uint8_t { restored, extended };
  // Describes the links that it would make usable, or usable for longer.
  RevivedLinks revived_links(const core::ArtifactId& id, Revival revival);

  // Finds artifacts of any account, including expired and deleted ones. Only this includes the
  // state of the PDF. Content is read only on request, or if it has at most so many bytes: reading
  // more takes a turn.
  enum class Content : std::int64_t {
    without = -1,
    if_cheap = std::int64_t{1} << 16,  // also where the caller may get no turn afterwards
    if_small = std::int64_t{1} << 20,
    with = std::numeric_limits<std::int64_t>::max()
  };
  std::optional<core::Artifact> find(const core::ArtifactId& id, Content content);
  // The account's artifact with that external id.
  std::optional<core::Artifact> find(const core::AccountId& account,
                                     const core::ExternalId& external_id, Content content);
  std::optional<core::ArtifactId> id_of(const core::AccountId& account,
                                        const core::ExternalId& external_id);
  // The text of a member of its content; empty if it has none.
  std::string text_in_content(const core::Artifact& artifact, std::string_view member);

  // Changes an artifact if it still is of the revision of `current` and not deleted, and gives it
  // as it is then, without its content; nothing if another change was faster. The event says what
  // changed. A link that was created with the artifact and has the same expiry gets the new one; if
  // that is none, `never_expiring_links` says whether the link may never expire; `unchanged` leaves
  // all links as they are, where no content changes. With new content, `facts` are stored with it.
  // What it was before becomes an earlier version; the oldest go, as the principal's plan says.
  // Errors: quota_exceeded; invalid_expires_in for a time out of range; external_id_conflict.
  enum class NeverExpiringLinks : std::uint8_t { allowed, refused, unchanged };
  core::Result<std::optional<core::Artifact>> update(const core::Artifact& current,
                                                     const core::ArtifactChange& change,
                                                     const core::ContentFacts& facts,
                                                     NeverExpiringLinks never_expiring_links,
                                                     const core::Principal& principal);

  // Marks it as deleted if it still has `revision`, and returns the time; nothing if another change
  // was faster. Deleting it again keeps the first time.
  std::optional<core::Timestamp> soft_delete(const core::ArtifactId& id, std::int64_t revision,
                                             const core::Principal& principal);

  // Removes it with all its data, and what it was called from the audit log, in steps if it is
  // large. Returns the time; nothing if another change was faster.
  std::optional<core::Timestamp> remove(const core::ArtifactId& id, std::int64_t revision,
                                        const core::Principal& principal);

  // Restores the artifact if it still has `revision` and can be restored, and returns it; nothing
  // if another change was faster.
  std::optional<core::Artifact> restore(const core::ArtifactId& id, std::int64_t revision,
                                        Content content, const core::Principal& principal);

 private:
  Postgres& postgres_;
  core::PlanStorageLimits limits_;
};

// The part that statements which write content share: the call of admit_content().

// Repeats a statement that calls it as long as earlier versions have to go, of which each call
// removes a step.
template <typename Write>
Rows write_admitted(const Write& write) {
  for (;;) {
    Rows rows = write();
    if (rows.empty() || rows[0].text("refused") != "history") return rows;
  }
}

// Why it refused content of `bytes`, as its columns say: refused, most, used; nothing if it was
// admitted. What the account uses is told to those who may read its artifacts, as it grows and
// shrinks with what these contain.
std::optional<core::Error> refusal_in(const Row& row, std::optional<std::size_t> bytes,
                                      const core::Principal& principal);

}  // namespace db
