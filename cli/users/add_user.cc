// artifact-admin user add
#include <cstdio>

#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/operator_audit.h"
#include "cli/users/email_option.h"
#include "cli/users/password_link.h"
#include "cli/users/role_option.h"
#include "core/clock.h"
#include "core/json/json_writer.h"
#include "db/accounts/user_store.h"

namespace cli {

void add_user(const Arguments& arguments) {
  const core::Role role = role_of(arguments, core::Role::owner);
  const core::AccountId account = account_of(arguments);
  const core::Email email = email_of(arguments);
  const auto id = core::UserId::generate(core::now());
  Connections connections(arguments);
  db::Transaction transaction(connections.postgres);
  if (!db::UserStore(connections.postgres).create(id, account, email, role))
    throw std::runtime_error("no such account, or the email address is already in use");
  const std::string link = make_password_link(connections, id);
  record(connections, account, core::AuditAction::user_added, id.to_string(), email.text());
  transaction.commit();
  if (!arguments.has("--json")) {
    std::puts(link.c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object().member("id", id.to_string()).member("passwordLink", link).end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
