// ClientStore: the OAuth clients that registered themselves, in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>

#include "core/oauth_client.h"

namespace db {

class Postgres;

class ClientStore {
 public:
  ClientStore(Postgres& postgres, const core::RedirectSchemes& schemes)
      : postgres_(postgres), schemes_(schemes) {}

  // How many clients that no user has allowed are kept for each group of networks.
  static constexpr int kMaximumUnused = 1000;

  // The oldest unused ones of its group (core::network_group()) give way to it.
  void add(const core::ClientId& id, const core::ClientMetadata& metadata, int network_group);
  // With those of its redirect URIs whose schemes are allowed.
  std::optional<core::OAuthClient> find(const core::ClientId& id);
  // A user has given it access: it is kept for longer.
  void note_use(const core::ClientId& id);

 private:
  Postgres& postgres_;
  const core::RedirectSchemes& schemes_;
};

}  // namespace db
