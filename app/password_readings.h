// What a client means by a password that it sends in a header (X-Share-Password).
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

// The passwords that may be meant, one or two, the likeliest first. Errors: invalid_request for
// what is in another encoding than UTF-8, before or after decoding, and so no guess at all.
core::Result<std::vector<std::string>> password_readings(std::string_view header);

}  // namespace app
