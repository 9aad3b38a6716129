// Tools of the operator against abuse: finding what a link or an address belongs to, and disabling
// it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/account.h"
#include "core/audit.h"
#include "core/ids.h"
#include "core/security/tokens.h"
#include "core/share_link.h"
#include "db/audit_log.h"

namespace db {

// Disabling: the operator disables and enables accounts, artifacts and share links.
//
// The statement that makes a change also records it in the account's audit log, with the reason and
// the operator as the actor. Throws what db/connection/postgres.h says.

class Postgres;
class Row;

using DisabledSubject = std::variant<core::AccountId, core::ArtifactId, core::ShareId>;

// Disables with a reason, and enables without one. False if there is no such subject, or it is to
// be enabled and is not disabled. Disabling it again keeps the first time and sets the new reason.
bool set_disabled(Postgres& postgres, const DisabledSubject& subject,
                  const std::optional<core::DisablingReason>& reason);

// Reads the columns disabled_at and disabled_reason.
std::optional<core::Disabled> disabled_in(const Row& row);

// OperatorSearch: looks up a resource's account and state for the operator.
//
// Also finds deleted, revoked and expired resources until maintenance removes them. Uses its
// thread's connection; throws what db/connection/postgres.h says.

class Postgres;

struct FoundThing {
  std::string kind;  // "account", "artifact", "share link", "API key", "user"
  std::string id;    // its public id
  std::string name;  // of the account or key; the artifact's title; the user's email address
  std::string state;
  core::Timestamp created_at;
  std::optional<core::Disabled> disabled;    // the resource itself
  std::optional<core::ArtifactId> artifact;  // of a share link
  std::optional<core::LinkOptions> options;  // likewise
  std::optional<RecordedActor> maker;        // likewise, as long as the audit log has it
};

struct FoundOwner {
  core::AccountId id;
  std::string name;
  std::optional<core::Disabled> disabled;
  std::vector<std::string> owners;  // their email addresses
};

struct Found {
  FoundThing thing;
  FoundOwner account;
};

class OperatorSearch {
 public:
  explicit OperatorSearch(Postgres& postgres) : postgres_(postgres) {}

  // For a prefix of keys there may be several.
  std::vector<Found> find(const core::AccountId& id);
  std::vector<Found> find(const core::ArtifactId& id);
  std::vector<Found> find(const core::ShareId& id);
  std::vector<Found> find(const core::KeyId& id);
  std::vector<Found> find(const core::UserId& id);
  std::vector<Found> find(const core::Email& email);
  std::vector<Found> find(const core::ApiKey& key);
  // The keys that begin with `begin`, as far as their beginning is stored.
  std::vector<Found> find_keys(const std::string& begin);

 private:
  Postgres& postgres_;
};

}  // namespace db
