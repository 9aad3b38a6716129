// artifact-admin user password-link
#include <cstdio>
#include <stdexcept>

#include "app/accounts/members.h"
#include "cli/commands.h"
#include "cli/users/email_option.h"
#include "cli/users/existing_user.h"
#include "core/json/json_writer.h"
#include "db/accounts/member_store.h"

namespace cli {

void make_password_link(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  db::MemberStore store(connections.postgres);
  const auto link = app::Members(store, nullptr, connections.configuration.public_base_url)
                        .create_password_link(app::Actor::operator_of(user.account), user.user);
  if (!link) throw std::runtime_error(link.error().message);
  if (!arguments.has("--json")) {
    std::puts(link->url.c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object().member("passwordLink", link->url).end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
