// artifact-admin account add
#include <cstdio>
#include <cstdlib>

#include "cli/clock.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "core/plan.h"
#include "core/public_id.h"
#include "db/account_store.h"

namespace cli {

void add_account(const Arguments& arguments) {
  const auto plan = core::parse_plan(arguments.required("--plan"));
  if (!plan) throw WrongUsage("--plan takes free, pro or enterprise");
  std::optional<int> requests_per_minute;
  if (const auto text = arguments.value("--requests-per-minute")) {
    if (*plan != core::Plan::enterprise)
      throw WrongUsage("--requests-per-minute is for the enterprise plan");
    char* end = nullptr;
    const long number = std::strtol(text->c_str(), &end, 10);
    if (*end != '\0' || number < 1 || number > 1000000000)
      throw WrongUsage("--requests-per-minute takes a number from 1 to 1000000000");
    requests_per_minute = static_cast<int>(number);
  }
  const std::string name = arguments.required("--name");
  const auto id = core::AccountId::generate(now());
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  if (arguments.has("--if-none") && accounts.any()) return;
  accounts.create(id, name, *plan, requests_per_minute);
  std::puts(id.to_string().c_str());
}

}  // namespace cli
