// SignedLinkStore: share links in PostgreSQL by the keys that sign them, for the operator.
//
// A change is recorded in the audit log by the same statement. Uses its connection; throws what
// db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/audit.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/share_link.h"

namespace db {

class Postgres;

// The operator's filter for share links; an absent member filters nothing.
struct LinkFilter {
  std::optional<core::AccountId> account;
  std::optional<std::string> signing_key_id;
  // Only links that were signed by none of these keys.
  std::optional<std::vector<std::string>> signed_by_none_of;
};

struct OwnedLink {
  core::AccountId account;
  core::ShareLinkState state;
};

class SignedLinkStore {
 public:
  explicit SignedLinkStore(Postgres& postgres) : postgres_(postgres) {}

  // The share links of all artifacts, oldest first.
  std::vector<OwnedLink> list(const LinkFilter& filter);

  // Signs a link of one key with another key, which changes its URL, and returns it; nothing if
  // another key has signed it, or it is revoked.
  std::optional<core::ShareLink> reissue(const core::ShareId& id, const std::string& signing_key_id,
                                         const std::string& new_signing_key_id,
                                         const core::Principal& principal);

 private:
  Postgres& postgres_;
};

}  // namespace db
