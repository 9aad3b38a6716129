// artifact-admin user password-link
#include <cstdio>

#include "cli/commands.h"
#include "cli/operator_audit.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "cli/users/password_link.h"
#include "core/json/json_writer.h"

namespace cli {

void make_password_link(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  db::Transaction transaction(connections.postgres);
  const db::SignInRecord user = existing_user(connections, email);
  const std::string link = make_password_link(connections, user.user);
  record(connections, user.account, core::AuditAction::password_link_created, user.user.to_string(),
         email.text());
  transaction.commit();
  if (!arguments.has("--json")) {
    std::puts(link.c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object().member("passwordLink", link).end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
