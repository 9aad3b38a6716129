// One-time links to set a password.
#pragma once

#include <string>

#include "cli/connections.h"
#include "core/identity/public_id.h"

namespace cli {

// Creates a link, which invalidates earlier ones of the user. Returns its URL.
std::string make_password_link(Connections& connections, const core::UserId& user);

}  // namespace cli
