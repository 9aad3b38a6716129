// Which plans allow share links that never expire.
#pragma once

#include "core/account/plan.h"

namespace core {

struct PlanNeverExpiringLinks {
  bool free = false;
  bool pro = true;
  bool enterprise = true;

  bool of(Plan plan) const { return of_plan(*this, plan); }
};

}  // namespace core
