// artifact-admin user set-role
#include <cstdio>
#include <stdexcept>

#include "app/accounts/members.h"
#include "cli/commands.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "cli/users/role_option.h"
#include "db/accounts/member_store.h"

namespace cli {

void set_role(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  const core::Role role = role_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  db::MemberStore store(connections.postgres);
  const auto problem = app::Members(store, nullptr, connections.configuration.public_base_url)
                           .change_role(app::Actor::operator_of(user.account), user.user, role);
  if (problem) throw std::runtime_error(problem->message);
  const std::string name(core::to_string(role));
  std::printf("%s changed to %s\n", email.text().c_str(), name.c_str());
}

}  // namespace cli
