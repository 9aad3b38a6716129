// artifact-admin user disable-second-factor
#include <cstdio>
#include <stdexcept>

#include "app/actor.h"
#include "cli/commands.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "db/accounts/member_store.h"

namespace cli {

void disable_second_factor(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  if (!db::MemberStore(connections.postgres)
           .disable_second_factor(app::Actor::operator_of(user.account).note(), user.account,
                                  user.user))
    throw std::runtime_error("two-factor authentication is not turned on for this user");
  std::printf("turned off two-factor authentication for %s\n", email.text().c_str());
}

}  // namespace cli
