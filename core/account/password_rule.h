// The rules for passwords in the dashboard: 12 to 128 characters that take many guesses. There are
// no rules of composition, which do not help (NIST SP 800-63B, 5.1.1.2).
#pragma once

#include <optional>
#include <string_view>

#include "core/error.h"

namespace core {

// Returns invalid_request if the password in this field does not meet the rules. The parts of the
// user's address, which may be empty, count as words that are guessed first.
std::optional<Error> check_new_password(std::string_view field, std::string_view password,
                                        std::string_view email);

}  // namespace core
