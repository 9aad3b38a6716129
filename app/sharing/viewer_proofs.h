// The proofs that viewers keep (app/sharing/viewer.h): creating and verifying them.
#pragma once

#include <string>
#include <string_view>

#include "app/sharing/viewer.h"
#include "core/security/signing_keys.h"
#include "core/text/timestamp.h"

namespace app {

// States that the viewer has entered the link's password. It covers the stored hash, so a new
// password invalidates it.
Proof prove_unlocked(const core::ShareId& link, const std::string& password_hash,
                     const core::SigningKeys& keys);
bool proves_unlocked(std::string_view proof, const core::ShareId& link,
                     const std::string& password_hash, const core::SigningKeys& keys);

// States that a view of the link was counted, and is valid for an hour after it. Requests for the
// file of a link with a view limit need one: a PDF is fetched in many requests, and counting each
// would use up the limit, while counting none would let a program read the file without a view. It
// gives no access to a link that has expired, was revoked or needs a password.
Proof prove_viewed(const core::ShareId& link, core::Timestamp now, const core::SigningKeys& keys);
bool proves_viewed(std::string_view proof, const core::ShareId& link, core::Timestamp now,
                   const core::SigningKeys& keys);

}  // namespace app
