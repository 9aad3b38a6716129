// The options that commands share.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "cli/commands.h"
#include "cli/connections.h"
#include "core/account.h"
#include "core/ids.h"
#include "db/user_store.h"

namespace cli {

// The option --account ID that several commands take.

// Throws WrongUsage if it is missing or not an account ID.
inline core::AccountId account_of(const Arguments& arguments) {
  const auto id = core::AccountId::parse(arguments.required("--account"));
  if (!id) throw WrongUsage("--account must be an account ID, acc_…");
  return *id;
}

// The options --plan and --requests-per-minute.

struct PlanOptions {
  core::Plan plan = core::Plan::free;
  std::optional<int> requests_per_minute;  // Enterprise only
};

// Throws WrongUsage if they are missing or not valid.
PlanOptions plan_of(const Arguments& arguments);

// Options with an email address: --email, --new-email.

// Throws WrongUsage if it is missing or not an email address.
inline core::Email email_of(const Arguments& arguments, const std::string& option = "--email") {
  const std::string text = arguments.required(option);
  auto email = core::Email::parse(text);
  if (!email) throw WrongUsage(option + ' ' + core::why_not_email(text));
  return *std::move(email);
}

// The option --role owner|member.

// Throws WrongUsage if it is not a role, or missing without a default.
inline core::Role role_of(const Arguments& arguments, std::optional<core::Role> by_default = {}) {
  if (by_default && !arguments.has("--role")) return *by_default;
  const auto role = core::parse_role(arguments.required("--role"));
  if (!role) throw WrongUsage("--role must be owner or member");
  return *role;
}

// The user with the email address of --email.

// Throws std::runtime_error if no user has this email address.
inline db::SignInRecord existing_user(Connections& connections, const core::Email& email) {
  auto user = db::UserStore(connections.postgres).find_for_sign_in(email);
  if (!user) throw std::runtime_error("no user has this email address");
  return *std::move(user);
}

// The option --name NAME of accounts and API keys.

// Throws WrongUsage if it is missing or not a name.
inline core::DisplayName name_of(const Arguments& arguments) {
  const std::string text = arguments.required("--name");
  auto name = core::DisplayName::parse(text);
  if (!name)
    throw WrongUsage("--name " + core::why_not_one_line(text, core::DisplayName::kMaximum));
  return *std::move(name);
}

// The directory with the migrations of the installed service.

constexpr const char* kMigrations = "/usr/share/artifact-share/migrations";

}  // namespace cli
