// artifact-admin user add
#include <cstdio>
#include <stdexcept>

#include "app/accounts/members.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/users/email_option.h"
#include "cli/users/role_option.h"
#include "core/json/json_writer.h"
#include "db/accounts/member_store.h"

namespace cli {

void add_user(const Arguments& arguments) {
  const core::Role role = role_of(arguments, core::Role::owner);
  const core::AccountId account = account_of(arguments);
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  db::MemberStore store(connections.postgres);
  const auto link = app::Members(store, nullptr, connections.configuration.public_base_url)
                        .add(app::Actor::operator_of(account), {email, role});
  if (!link) throw std::runtime_error("no such account, or the email address is already in use");
  if (!arguments.has("--json")) {
    std::puts(link->url.c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object()
      .member("id", link->user.to_string())
      .member("passwordLink", link->url)
      .end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
