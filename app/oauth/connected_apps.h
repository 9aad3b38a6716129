// ConnectedApps: the apps to which a user has given access.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <vector>

#include "app/actor.h"
#include "core/oauth/grant.h"
#include "core/result.h"

namespace db {
class GrantStore;
class Postgres;
class Redis;
}  // namespace db

namespace app {

class ConnectedApps {
 public:
  struct Stores {
    db::GrantStore& grants;
    db::Postgres& postgres;
    db::Redis& redis;
  };
  explicit ConnectedApps(const Stores& stores) : stores_(stores) {}

  // The latest first. Errors: forbidden.
  core::Result<std::vector<core::Grant>> list(const Actor& actor);
  // Errors: forbidden, not_found.
  core::Result<core::Grant> find(const Actor& actor, const core::GrantId& id);
  // Ends the app's access at once. Errors: those of find().
  core::Result<core::Grant> disconnect(const Actor& actor, const core::GrantId& id);

 private:
  Stores stores_;
};

}  // namespace app
