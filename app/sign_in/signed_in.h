// What a browser keeps once its user has signed in.
#pragma once

#include <cstdint>
#include <string>

#include "app/actor.h"
#include "core/identity/session.h"
#include "core/security/signing_keys.h"

namespace db {
class SessionStore;
}

namespace app {

struct SignedIn {
  core::NewSession session;   // the browser's previous session is ended
  std::string known_browser;  // see app/sign_in/known_browser.h
};

// For the browser whose user, the actor, has just ended all of their sessions: `epoch` is that of
// the new ones. Throws what the store throws.
SignedIn renew_session(db::SessionStore& sessions, const core::SigningKeys& keys,
                       const Actor& actor, const core::SecretToken& former, std::int64_t epoch);

}  // namespace app
