// artifact-admin account set-plan
#include <cstdio>

#include "app/actor.h"
#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/accounts/plan_options.h"
#include "cli/commands.h"
#include "cli/connections.h"

namespace cli {

void set_plan(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  const PlanOptions options = plan_of(arguments);
  Connections connections(arguments);
  if (!db::AccountStore(connections.postgres)
           .set_plan(app::Actor::operator_of(id).note(), id, options.plan,
                     options.requests_per_minute))
    throw std::runtime_error("no such account");
  const int limit = core::requests_per_minute(options.plan, options.requests_per_minute);
  const std::string plan(core::to_string(options.plan));
  std::printf("%s changed to the %s plan, %s per minute\n", id.to_string().c_str(), plan.c_str(),
              counted(limit, "request").c_str());
}

}  // namespace cli
