// artifact-admin user list
#include <cstdio>

#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "core/json/json_writer.h"
#include "db/accounts/member_store.h"

namespace cli {
namespace {

void write_user(core::JsonWriter& json, const core::Member& user) {
  json.begin_object();
  json.member("id", user.id.to_string()).member("email", user.email);
  json.member("role", core::to_string(user.role));
  json.member("hasPassword", user.has_password).member("hasSecondFactor", user.has_second_factor);
  json.member("createdAt", user.created_at.rfc3339());
  if (user.last_signed_in_at) json.member("lastSignedInAt", user.last_signed_in_at->rfc3339());
  json.end_object();
}

}  // namespace

void list_users(const Arguments& arguments) {
  const core::AccountId account = account_of(arguments);
  Connections connections(arguments);
  const auto users = db::MemberStore(connections.postgres).list(account);
  if (!arguments.has("--json")) {
    for (const core::Member& user : users) {
      std::printf("%s  %s  last sign-in %s%s  %s\n", user.id.to_string().c_str(),
                  user.role == core::Role::owner ? "owner " : "member",
                  user.last_signed_in_at ? user.last_signed_in_at->rfc3339().c_str() : "never",
                  user.has_second_factor ? ", second factor" : "", user.email.c_str());
    }
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const core::Member& user : users) write_user(json, user);
  json.end_array();
  std::puts(json.text().c_str());
}

}  // namespace cli
