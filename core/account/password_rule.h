// The rules for passwords in the dashboard: 12 to 128 characters, and nothing else (NIST SP
// 800-63B, 5.1.1.2: length matters, composition rules do not help).
#pragma once

#include <optional>
#include <string_view>

#include "core/error.h"

namespace core {

// Returns invalid_request if the password in this field does not meet the rules.
std::optional<Error> check_new_password(std::string_view field, std::string_view password);

}  // namespace core
