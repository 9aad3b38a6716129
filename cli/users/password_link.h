// The links by which users choose a password.
#pragma once

#include <string>

#include "cli/connections.h"
#include "core/identity/public_id.h"

namespace cli {

// Makes one, good once; the user's earlier ones are dead. Gives its address.
std::string make_password_link(Connections& connections, const core::UserId& user);

}  // namespace cli
