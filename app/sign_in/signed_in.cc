#include "app/sign_in/signed_in.h"

#include "app/sign_in/known_browser.h"
#include "db/accounts/session_store.h"

namespace app {

SignedIn renew_session(db::SessionStore& sessions, const core::SigningKeys& keys,
                       const Actor& actor, const core::SecretToken& former, std::int64_t epoch) {
  return {sessions.renew(former, actor.named().user.value(), epoch),
          known_browser_statement({actor.named().name, epoch}, keys)};
}

}  // namespace app
