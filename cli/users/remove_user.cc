// artifact-admin user remove
#include <cstdio>

#include "cli/commands.h"
#include "cli/operator_audit.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "db/accounts/member_store.h"

namespace cli {

void remove_user(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  db::Transaction transaction(connections.postgres);
  const db::SignInRecord user = existing_user(connections, email);
  const auto change = db::MemberStore(connections.postgres).remove(user.account, user.user);
  if (change == db::MemberChange::is_last_owner)
    throw std::runtime_error(
        "this is the only owner of the account; make another user an owner first");
  record(connections, user.account, core::AuditAction::user_removed, user.user.to_string(),
         email.text());
  transaction.commit();
  std::printf("removed %s\n", email.text().c_str());
}

}  // namespace cli
