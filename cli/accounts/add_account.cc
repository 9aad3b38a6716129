// artifact-admin account add
#include <cstdio>

#include "app/actor.h"
#include "cli/accounts/plan_options.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/name_option.h"
#include "core/clock.h"
#include "core/json/json_writer.h"
#include "db/accounts/account_store.h"

namespace cli {

void add_account(const Arguments& arguments) {
  const PlanOptions options = plan_of(arguments);
  const std::string name = name_of(arguments).text();
  const auto id = core::AccountId::generate(core::now());
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  if (arguments.has("--if-none") && accounts.any()) return;
  accounts.create(app::Actor::operator_of(id).note(), id, name, options.plan,
                  options.requests_per_minute);
  if (!arguments.has("--json")) {
    std::puts(id.to_string().c_str());
    return;
  }
  core::JsonWriter json;
  json.begin_object().member("id", id.to_string()).end_object();
  std::puts(json.text().c_str());
}

}  // namespace cli
