// artifact-admin user add

#include <cstdio>
#include <optional>
#include <stdexcept>

#include "app/members.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/options.h"
#include "cli/output.h"
#include "core/account.h"
#include "core/principal.h"
#include "core/text/json_writer.h"
#include "db/member_store.h"

namespace cli {
namespace {

// A user as commands print it.

// With the account where a list does not imply it.
void write_user(core::JsonWriter& json, const core::Member& user,
                const std::optional<core::AccountId>& account = std::nullopt) {
  json.begin_object();
  json.member("id", user.id.to_string()).member("email", user.email);
  if (account) json.member("account", account->to_string());
  json.member("role", core::to_string(user.role));
  json.member("hasPassword", user.has_password).member("hasSecondFactor", user.has_second_factor);
  json.member("createdAt", user.created_at.rfc3339());
  if (user.last_signed_in_at) json.member("lastSignedInAt", user.last_signed_in_at->rfc3339());
  json.end_object();
}

// One line for people.
void print_user(const core::Member& user) {
  std::printf("%s  %s  last sign-in %s%s  %s\n", user.id.to_string().c_str(),
              user.role == core::Role::owner ? "owner " : "member",
              user.last_signed_in_at ? user.last_signed_in_at->rfc3339().c_str() : "never",
              user.has_second_factor ? ", two-factor authentication" : "", user.email.c_str());
}

}  // namespace

// artifact-admin user add

void add_user(const Arguments& arguments) {
  const core::Role role = role_of(arguments, core::Role::owner);
  const core::AccountId account = account_of(arguments);
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  db::MemberStore store(connections.postgres);
  const auto link = app::Members(store, nullptr, connections.configuration.public_base_url)
                        .add(core::Principal::operator_of(account), {email, role});
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

// artifact-admin user list

void list_users(const Arguments& arguments) {
  const core::AccountId account = account_of(arguments);
  Connections connections(arguments);
  require_account(connections.postgres, account);
  const auto users = db::MemberStore(connections.postgres).list(account);
  if (!arguments.has("--json")) {
    for (const core::Member& user : users) print_user(user);
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const core::Member& user : users) write_user(json, user);
  json.end_array();
  std::puts(json.text().c_str());
}

// artifact-admin user show

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

// artifact-admin user password-link

void make_password_link(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  db::MemberStore store(connections.postgres);
  const auto link =
      app::Members(store, nullptr, connections.configuration.public_base_url)
          .create_password_link(core::Principal::operator_of(user.account), user.user);
  if (!link) throw std::runtime_error(link.error().message);
  if (!arguments.has("--json")) {
    std::puts(link->url.c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object().member("passwordLink", link->url).end_object();
  std::puts(json.text().c_str());
}

// artifact-admin user set-email

void set_email(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  const core::Email new_email = email_of(arguments, "--new-email");
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  if (!db::UserStore(connections.postgres)
           .set_email(core::Principal::operator_of(user.account), user.user, new_email))
    throw std::runtime_error("the email address " + new_email.text() + " is already in use");
  std::printf("%s changed to %s\n", email.text().c_str(), new_email.text().c_str());
}

// artifact-admin user set-role

void set_role(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  const core::Role role = role_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  db::MemberStore store(connections.postgres);
  const auto problem =
      app::Members(store, nullptr, connections.configuration.public_base_url)
          .change_role(core::Principal::operator_of(user.account), user.user, role);
  if (problem) throw std::runtime_error(problem->message);
  const std::string name(core::to_string(role));
  std::printf("%s changed to %s\n", email.text().c_str(), name.c_str());
}

// artifact-admin user disable-second-factor

void disable_second_factor(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  if (!db::MemberStore(connections.postgres)
           .disable_second_factor(core::Principal::operator_of(user.account), user.account,
                                  user.user))
    throw std::runtime_error("two-factor authentication is not turned on for this user");
  std::printf("turned off two-factor authentication for %s\n", email.text().c_str());
}

// artifact-admin user remove

void remove_user(const Arguments& arguments) {
  const core::Email email = email_of(arguments);
  Connections connections(arguments);
  const db::SignInRecord user = existing_user(connections, email);
  db::MemberStore store(connections.postgres);
  const auto problem = app::Members(store, nullptr, connections.configuration.public_base_url)
                           .remove(core::Principal::operator_of(user.account), user.user);
  if (problem) throw std::runtime_error(problem->message);
  std::printf("removed %s\n", email.text().c_str());
}

}  // namespace cli
