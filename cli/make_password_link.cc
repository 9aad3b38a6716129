// artifact-admin user password-link
#include <cstdio>

#include "cli/commands.h"
#include "cli/email_option.h"
#include "cli/password_link.h"
#include "db/user_store.h"

namespace cli {

void make_password_link(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const auto user = db::UserStore(connections.postgres).find_for_sign_in(email);
  if (!user) throw std::runtime_error("nobody has this address");
  std::puts(make_password_link(connections, user->user).c_str());
}

}  // namespace cli
