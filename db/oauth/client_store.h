// ClientStore: the OAuth clients that registered themselves, in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>

#include "core/oauth/oauth_client.h"

namespace db {

class Postgres;

class ClientStore {
 public:
  explicit ClientStore(Postgres& postgres) : postgres_(postgres) {}

  // How many clients that no user has allowed are kept for each group of networks.
  static constexpr int kMaximumUnused = 1000;

  // The oldest unused ones of its group (core::network_group()) give way to it.
  void add(const core::ClientId& id, const core::ClientMetadata& metadata, int network_group);
  std::optional<core::OAuthClient> find(const core::ClientId& id);
  // A user has given it access: it is kept for longer.
  void note_use(const core::ClientId& id);

 private:
  Postgres& postgres_;
};

}  // namespace db
