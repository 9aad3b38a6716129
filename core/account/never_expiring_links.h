// Which plans allow share links that never expire.
#pragma once

#include "core/account/plan.h"

namespace core {

struct PlanNeverExpiringLinks {
  bool free = false;
  bool pro = true;
  bool enterprise = true;

  bool of(Plan plan) const {
    switch (plan) {
      case Plan::free:
        return free;
      case Plan::pro:
        return pro;
      case Plan::enterprise:
        return enterprise;
    }
    return free;
  }
};

}  // namespace core
