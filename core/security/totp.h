// Time-based one-time passwords (TOTP, RFC 6238): SHA-1, six digits, steps of 30 seconds, as all
// authenticator apps support them; and the recovery codes that can replace them.
//
// Without a clock: the time is passed in. Codes are compared in constant time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/timestamp.h"

namespace core {

// 20 random bytes, as RFC 4226, part 4, recommends.
std::string generate_totp_secret();

// The step that contains a time.
std::int64_t totp_step(Timestamp moment);

// The code of one step, with leading zeros.
std::string totp_code(std::string_view secret, std::int64_t step);

// The step of this code: the current one, or an adjacent one, as clocks differ. Steps up to
// `last_step` have been used and are not accepted. Spaces in the code are ignored.
std::optional<std::int64_t> matching_totp_step(std::string_view secret, std::string_view code,
                                               Timestamp now, std::int64_t last_step);

// base32 (RFC 4648, part 6) without padding, in capitals, for typing the secret into an app.
std::string to_base32(std::string_view bytes);

// The URI that configures an app: otpauth://totp/…
std::string otpauth_uri(std::string_view secret, std::string_view email);

// Ten codes of 80 random bits each, in readable form: "abcd-efgh-ijkl-mnop".
std::vector<std::string> generate_recovery_codes();

// The form in which such a code is stored: in lower case, without spaces and hyphens. Nothing for a
// text that cannot be a code.
std::optional<std::string> canonical_recovery_code(std::string_view typed);

}  // namespace core
