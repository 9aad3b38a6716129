// artifact-admin account set-storage
#include <charconv>
#include <cstdio>

#include "app/actor.h"
#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"

namespace cli {
namespace {

// Sets `agreed` if the option is given.
void read_limit(const Arguments& arguments, const std::string& option,
                std::optional<std::int64_t>& agreed) {
  const auto text = arguments.value(option);
  if (!text) return;
  if (*text == "plan") {
    agreed.reset();
    return;
  }
  if (*text == "unlimited") {
    agreed = core::kUnlimited;
    return;
  }
  std::int64_t number = -1;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (problem != std::errc() || end != text->data() + text->size() || number < 0)
    throw WrongUsage(option + " must be a whole number, unlimited or plan");
  agreed = number;
}

}  // namespace

// Applies to the next write, also if the account already exceeds the new limits.
void set_storage(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  if (!arguments.has("--max-bytes") && !arguments.has("--max-artifacts"))
    throw WrongUsage("--max-bytes or --max-artifacts is required");
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  db::StoredAccount account = existing_account(accounts, id);
  read_limit(arguments, "--max-bytes", account.agreed_bytes);
  read_limit(arguments, "--max-artifacts", account.agreed_artifacts);
  const std::string limits =
      storage_text(account.storage_limits(connections.configuration.storage_limits));
  accounts.set_storage_limits(app::Actor::operator_of(id).note(), id, account.agreed_bytes,
                              account.agreed_artifacts, limits);
  std::printf("%s changed to %s\n", id.to_string().c_str(), limits.c_str());
}

}  // namespace cli
