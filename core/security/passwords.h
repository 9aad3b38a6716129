// Passwords and one-time codes (RFC 6238): rules, hashes, verification.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/time.h"

namespace core {

// Password hashes with scrypt (RFC 7914), by OpenSSL's EVP_KDF.
//
// The stored text contains its parameters, `$scrypt$ln=15,r=8,p=3$SALT$HASH` (salt and hash in
// base64url), so that they can be raised later while old hashes remain valid. One hash takes about
// 32 MiB and a tenth of a second of CPU: callers limit how many run at once, and how often an
// unauthenticated client may request one.

// The text to store for `password`, with a new random salt. Throws std::runtime_error if OpenSSL
// fails (no memory).
std::string hash_password(std::string_view password);

// What hash_password() could return, of no known password, without its cost: to compare with where
// there is no hash, which then takes as long.
std::string hash_of_no_password();

// Whether `stored` was made from `password`. False for a text that is not a hash by
// hash_password().
bool verify_password(std::string_view password, std::string_view stored);

// Time-based one-time passwords (TOTP, RFC 6238): SHA-1, six digits, steps of 30 seconds, as all
// authenticator apps support them; and the recovery codes that can replace them.
//
// Without a clock: the time is passed in. Codes are compared in constant time.

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

// The URI that configures an app: otpauth://totp/… `issuer` is the name of the service.
std::string otpauth_uri(std::string_view issuer, std::string_view secret, std::string_view email);

// Ten codes of 80 random bits each, in readable form: "abcd-efgh-ijkl-mnop".
std::vector<std::string> generate_recovery_codes();

// The form in which such a code is stored: in lower case, without spaces and hyphens. Nothing for a
// text that cannot be a code.
std::optional<std::string> canonical_recovery_code(std::string_view typed);

// The rules for passwords in the dashboard: 12 to 128 characters that take many guesses. There are
// no rules of composition, which do not help (NIST SP 800-63B, 5.1.1.2).

// Returns invalid_request if the password in this field does not meet the rules. The parts of the
// user's address, which may be empty, count as words that are guessed first.
std::optional<Error> check_new_password(std::string_view field, std::string_view password,
                                        std::string_view email);

}  // namespace core
