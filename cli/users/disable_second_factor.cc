// artifact-admin user disable-second-factor
#include <cstdio>

#include "cli/commands.h"
#include "cli/operator_audit.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "db/accounts/member_store.h"

namespace cli {

void disable_second_factor(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  db::Transaction transaction(connections.postgres);
  const db::SignInRecord user = existing_user(connections, email);
  if (!db::MemberStore(connections.postgres).disable_second_factor(user.account, user.user))
    throw std::runtime_error("two-factor authentication is not turned on for this user");
  record(connections, user.account, core::AuditAction::second_factor_disabled,
         user.user.to_string(), email.text());
  transaction.commit();
  std::printf("turned off two-factor authentication for %s\n", email.text().c_str());
}

}  // namespace cli
