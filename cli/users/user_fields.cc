#include "cli/users/user_fields.h"

#include <cstdio>

namespace cli {

void write_user(core::JsonWriter& json, const core::Member& user,
                const std::optional<core::AccountId>& account) {
  json.begin_object();
  json.member("id", user.id.to_string()).member("email", user.email);
  if (account) json.member("account", account->to_string());
  json.member("role", core::to_string(user.role));
  json.member("hasPassword", user.has_password).member("hasSecondFactor", user.has_second_factor);
  json.member("createdAt", user.created_at.rfc3339());
  if (user.last_signed_in_at) json.member("lastSignedInAt", user.last_signed_in_at->rfc3339());
  json.end_object();
}

void print_user(const core::Member& user) {
  std::printf("%s  %s  last sign-in %s%s  %s\n", user.id.to_string().c_str(),
              user.role == core::Role::owner ? "owner " : "member",
              user.last_signed_in_at ? user.last_signed_in_at->rfc3339().c_str() : "never",
              user.has_second_factor ? ", two-factor authentication" : "", user.email.c_str());
}

}  // namespace cli
