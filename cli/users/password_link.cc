#include "cli/users/password_link.h"

#include "core/security/secret_token.h"
#include "db/accounts/user_store.h"

namespace cli {

std::string make_password_link(Connections& connections, const core::UserId& user) {
  const core::SecretToken token = core::SecretToken::generate();
  db::UserStore(connections.postgres)
      .add_password_link(user, token.hash(), db::kPasswordLinkLifetime);
  return connections.configuration.public_base_url +
         "/dashboard/set-password?token=" + token.text();
}

}  // namespace cli
