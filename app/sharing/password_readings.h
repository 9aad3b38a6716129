// The possible meanings of a password in a header (X-Share-Password).
//
// Headers are bytes, and many clients cannot send any beyond ASCII. So the password is UTF-8, and
// may be percent-encoded (RFC 3986, 2.1). Passwords that contain a percent sign have been sent as
// they are before, and still are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace app {

// One or two possible passwords, the most likely first. Errors: invalid_request if it is not UTF-8,
// before or after decoding, which does not count as an attempt.
core::Result<std::vector<std::string>> password_readings(std::string_view header);

}  // namespace app
