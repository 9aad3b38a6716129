// Passwords in addresses and connection strings. Each function gives the length of what begins
// here; 0 if it has no password, or one for readers of documentation.
#pragma once

#include <cstddef>

#include "core/secrets/secret_rule.h"

namespace core {

// scheme://user:password@host
std::size_t match_address(const SecretPlace& place);

// Server=…;User Id=…;Password=…, in any order, in one line.
std::size_t match_connection_string(const SecretPlace& place);

}  // namespace core
