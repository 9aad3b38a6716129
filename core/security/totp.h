// One-time passwords by time (TOTP, RFC 6238): SHA-1, six digits, steps of 30 seconds, as all
// authenticator apps take them; and the recovery codes that stand in for them.
//
// Without a clock: the moment is passed in. Codes are compared in constant time.
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

// The step that a moment is in.
std::int64_t totp_step(Timestamp moment);

// The code of one step, with leading zeros.
std::string totp_code(std::string_view secret, std::int64_t step);

// The step whose code this is: the present one, or one beside it, as clocks differ. Steps up to
// `last_step` have been used and count no more. Spaces in the code are passed over.
std::optional<std::int64_t> matching_totp_step(std::string_view secret, std::string_view code,
                                               Timestamp now, std::int64_t last_step);

// base32 (RFC 4648, part 6) without padding, in capitals: how people type the secret into an app.
std::string to_base32(std::string_view bytes);

// The address that tells an app all of it: otpauth://totp/…
std::string otpauth_uri(std::string_view secret, std::string_view email);

// Ten codes of 80 random bits each, as people write them down: "abcd-efgh-ijkl-mnop".
std::vector<std::string> generate_recovery_codes();

// What such a code is stored by: itself in lower case, without spaces and hyphens. Nothing for a
// text that cannot be one.
std::optional<std::string> canonical_recovery_code(std::string_view typed);

}  // namespace core
