// DeviceCodeStore: requests of devices for access (RFC 8628) in PostgreSQL, until the user has
// decided and the device was told.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/oauth_grant.h"
#include "core/security/tokens.h"

namespace db {

class Postgres;

class DeviceCodeStore {
 public:
  explicit DeviceCodeStore(Postgres& postgres) : postgres_(postgres) {}

  // How many requests wait for their users in each group of networks.
  static constexpr int kMaximumWaiting = 1000;

  // The oldest ones that wait in its group (core::network_group()) give way to it. False if the
  // user code is in use.
  bool add(const core::SecretToken& device_code, const core::UserCode& user_code,
           const core::RequestedAccess& access, int network_group);

  // A request that waits for the user's decision. The client's name is not stored.
  std::optional<core::RequestedAccess> find_waiting(const core::UserCode& user_code);
  // The user's decision: with a grant, or denied. False if the request is not waiting any more.
  bool decide(const core::UserCode& user_code, const std::optional<core::GrantId>& grant);

  enum class State : std::uint8_t { unknown, waiting, too_often, expired, denied, granted };
  struct Answer {
    State state = State::unknown;
    core::GrantId grant{};
    core::Scopes scopes{};
  };
  // The answer to a device that asks for its tokens. A request that is granted or denied is
  // removed. Run it in a transaction with the issue of the tokens.
  Answer poll(const core::SecretToken& device_code, const std::string& client_id);

 private:
  Postgres& postgres_;
};

}  // namespace db
