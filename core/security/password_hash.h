// Password hashes with scrypt (RFC 7914), by OpenSSL's EVP_KDF.
//
// The stored text carries its own parameters, `$scrypt$ln=15,r=8,p=3$SALT$HASH` (salt and hash in
// base64url), so that they can be raised later and old hashes still be checked. One hash takes
// about 32 MiB and a tenth of a second of a core: callers limit how many run at once, and how often
// an unauthenticated client may ask for one.
#pragma once

#include <string>
#include <string_view>

namespace core {

// The text to store for `password`, with a new random salt. Throws std::runtime_error if OpenSSL
// fails (no memory).
std::string hash_password(std::string_view password);

// Whether `stored` was made from `password`. False for a text that hash_password() cannot have
// made.
bool verify_password(std::string_view password, std::string_view stored);

}  // namespace core
