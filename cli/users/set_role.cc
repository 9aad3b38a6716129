// artifact-admin user set-role
#include <cstdio>

#include "cli/commands.h"
#include "cli/operator_audit.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "cli/users/role_option.h"
#include "db/accounts/member_store.h"

namespace cli {

void set_role(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  const core::Role role = role_of(arguments);
  Connections connections(arguments);
  db::Transaction transaction(connections.postgres);
  const db::SignInRecord user = existing_user(connections, email);
  const auto change =
      db::MemberStore(connections.postgres).change_role(user.account, user.user, role);
  if (change == db::MemberChange::is_last_owner)
    throw std::runtime_error(
        "this is the only owner of the account; make another user an owner first");
  const std::string name(core::to_string(role));
  record(connections, user.account, core::AuditAction::role_changed, user.user.to_string(),
         email.text() + " changed to " + name);
  transaction.commit();
  std::printf("%s changed to %s\n", email.text().c_str(), name.c_str());
}

}  // namespace cli
