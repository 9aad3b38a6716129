// The user with the email address of --email.
#pragma once

#include <stdexcept>

#include "cli/connections.h"
#include "core/account/email.h"
#include "db/accounts/user_store.h"

namespace cli {

// Throws std::runtime_error if no user has this email address.
inline db::SignInRecord existing_user(Connections& connections, const core::Email& email) {
  auto user = db::UserStore(connections.postgres).find_for_sign_in(email);
  if (!user) throw std::runtime_error("no user has this email address");
  return *std::move(user);
}

}  // namespace cli
