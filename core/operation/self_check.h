// The proof that a request for /self-check comes from the operator of this installation.
//
// `artifact-admin check` sends a request to the public address to learn what reaches the workers.
// Nobody else may know that, and only this installation may respond, so the request is signed with
// the key that signs share links.
#pragma once

#include <string>
#include <string_view>

#include "core/security/signing_keys.h"
#include "core/text/timestamp.h"

namespace core {

// Can be used in a query string as it is. Valid for a minute.
std::string prove_self_check(Timestamp now, const SigningKey& key);

// Whether one of the keys signed it, within a minute of `now`.
bool is_self_check(std::string_view proof, Timestamp now, const SigningKeys& keys);

}  // namespace core
