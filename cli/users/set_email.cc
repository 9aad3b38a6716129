// artifact-admin user set-email
#include <cstdio>

#include "app/actor.h"
#include "cli/commands.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"

namespace cli {

void set_email(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  const core::Email new_email = email_of(arguments, "--new-email");
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  if (!db::UserStore(connections.postgres)
           .set_email(app::Actor::operator_of(user.account).note(), user.user, new_email))
    throw std::runtime_error("the email address " + new_email.text() + " is already in use");
  std::printf("%s changed to %s\n", email.text().c_str(), new_email.text().c_str());
}

}  // namespace cli
