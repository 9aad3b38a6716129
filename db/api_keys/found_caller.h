// The caller behind a key or an access token.
#pragma once

#include <chrono>
#include <optional>

#include "core/identity/caller.h"

namespace db {

struct FoundCaller {
  core::Caller caller;
  // How much longer the key or token is valid; absent if it does not expire.
  std::optional<std::chrono::microseconds> expires_in;
};

}  // namespace db
