// artifact-admin user remove
#include <cstdio>
#include <stdexcept>

#include "app/accounts/members.h"
#include "cli/commands.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "db/accounts/member_store.h"

namespace cli {

void remove_user(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  db::MemberStore store(connections.postgres);
  const auto problem = app::Members(store, nullptr, connections.configuration.public_base_url)
                           .remove(app::Actor::operator_of(user.account), user.user);
  if (problem) throw std::runtime_error(problem->message);
  std::printf("removed %s\n", email.text().c_str());
}

}  // namespace cli
