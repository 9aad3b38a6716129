// The options --plan and --requests-per-minute.
#pragma once

#include <optional>

#include "cli/arguments.h"
#include "core/account/plan.h"

namespace cli {

struct PlanOptions {
  core::Plan plan = core::Plan::free;
  std::optional<int> requests_per_minute;  // Enterprise only
};

// Throws WrongUsage if they are missing or not valid.
PlanOptions plan_of(const Arguments& arguments);

}  // namespace cli
