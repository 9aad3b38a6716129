// What a user of the dashboard may choose as a password: 12 to 128 characters, and nothing else is
// asked (NIST SP 800-63B, 5.1.1.2: length counts, rules of composition do not).
#pragma once

#include <optional>
#include <string_view>

#include "core/error.h"

namespace core {

// What is wrong with the password in this field (invalid_request); nothing if it will do.
std::optional<Error> check_new_password(std::string_view field, std::string_view password);

}  // namespace core
