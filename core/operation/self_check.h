// The proof that a request for /self-check comes from the installation that it asks about.
//
// `artifact-admin check` calls the service by its public address and wants to know what reaches the
// workers there. That is nobody else's business, and an answer must come from this installation and
// no other, so the call is signed with the key that signs share links.
#pragma once

#include <string>
#include <string_view>

#include "core/security/share_token.h"
#include "core/text/timestamp.h"

namespace core {

// Fit for a URL's query. Holds for a minute.
std::string prove_self_check(Timestamp now, const SigningKey& key);

// Whether one of the keys has signed it, within a minute of `now`.
bool is_self_check(std::string_view proof, Timestamp now, const SigningKeys& keys);

}  // namespace core
