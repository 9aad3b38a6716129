// Password hashes with scrypt (RFC 7914), by OpenSSL's EVP_KDF.
//
// The stored text contains its parameters, `$scrypt$ln=15,r=8,p=3$SALT$HASH` (salt and hash in
// base64url), so that they can be raised later while old hashes remain valid. One hash takes about
// 32 MiB and a tenth of a second of CPU: callers limit how many run at once, and how often an
// unauthenticated client may request one.
#pragma once

#include <string>
#include <string_view>

namespace core {

// The text to store for `password`, with a new random salt. Throws std::runtime_error if OpenSSL
// fails (no memory).
std::string hash_password(std::string_view password);

// Whether `stored` was made from `password`. False for a text that is not a hash by
// hash_password().
bool verify_password(std::string_view password, std::string_view stored);

}  // namespace core
