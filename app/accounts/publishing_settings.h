// PublishingSettings: what an account's owners decide about everything that it publishes.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
#pragma once

#include <optional>

#include "app/actor.h"
#include "core/result.h"
#include "db/accounts/account_store.h"

namespace app {

class PublishingSettings {
 public:
  explicit PublishingSettings(db::AccountStore& accounts) : accounts_(accounts) {}

  // Whether content with what looks like a secret is refused instead of published with a warning.
  // Errors: forbidden unless the actor is an owner.
  core::Result<bool> refuses_secrets(const Actor& actor);
  // Applies at once, to every key and user. Recorded in the audit log if it changes anything.
  // Errors: the same.
  std::optional<core::Error> set_refusing_secrets(const Actor& actor, bool refuses);

 private:
  db::AccountStore& accounts_;
};

}  // namespace app
