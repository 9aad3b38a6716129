// artifact-admin account set-plan
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/accounts/plan_options.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/operator_audit.h"

namespace cli {

void set_plan(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  const PlanOptions options = plan_of(arguments);
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  db::Transaction transaction(connections.postgres);
  existing_account(accounts, id);
  accounts.set_plan(id, options.plan, options.requests_per_minute);
  const int limit = core::requests_per_minute(options.plan, options.requests_per_minute);
  const std::string plan(core::to_string(options.plan));
  record(connections, id, core::AuditAction::plan_changed, id.to_string(),
         plan + ", " + std::to_string(limit) + " requests per minute");
  transaction.commit();
  std::printf("%s changed to the %s plan, %d requests per minute\n", id.to_string().c_str(),
              plan.c_str(), limit);
}

}  // namespace cli
