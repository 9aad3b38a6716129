#include "core/account/plan.h"

namespace core {
namespace {

constexpr int kFreeRequestsPerMinute = 60;
constexpr int kProRequestsPerMinute = 600;

}  // namespace

std::string_view to_string(Plan plan) {
  switch (plan) {
    case Plan::free:
      return "free";
    case Plan::pro:
      return "pro";
    case Plan::enterprise:
      return "enterprise";
  }
  return {};
}

std::optional<Plan> parse_plan(std::string_view name) {
  for (const Plan plan : {Plan::free, Plan::pro, Plan::enterprise})
    if (to_string(plan) == name) return plan;
  return std::nullopt;
}

int requests_per_minute(Plan plan, std::optional<int> agreed) {
  switch (plan) {
    case Plan::free:
      return kFreeRequestsPerMinute;
    case Plan::pro:
      return kProRequestsPerMinute;
    case Plan::enterprise:
      return agreed.value_or(kProRequestsPerMinute);
  }
  return kFreeRequestsPerMinute;
}

}  // namespace core
