// artifact-admin user show
#include <cstdio>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "cli/users/user_fields.h"
#include "db/accounts/member_store.h"

namespace cli {

void show_user(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord record = existing_user(connections, email);
  const auto user = db::MemberStore(connections.postgres).find(record.account, record.user);
  if (!user) throw std::runtime_error("no user has this email address");
  if (!arguments.has("--json")) {
    print_user(*user);
    std::printf("account %s\n", record.account.to_string().c_str());
    return;
  }
  core::JsonWriter json;
  write_user(json, *user, record.account);
  std::puts(json.text().c_str());
}

}  // namespace cli
