#include "cli/options.h"

namespace cli {
namespace {

constexpr int kMaxRequestsPerMinute = 1'000'000'000;

}  // namespace

PlanOptions plan_of(const Arguments& arguments) {
  const auto plan = core::parse_plan(arguments.required("--plan"));
  if (!plan) throw WrongUsage("--plan must be free, pro or enterprise");
  PlanOptions options{.plan = *plan, .requests_per_minute = std::nullopt};
  if (const auto limit = arguments.number("--requests-per-minute", 1, kMaxRequestsPerMinute)) {
    if (*plan != core::Plan::enterprise)
      throw WrongUsage("--requests-per-minute is only valid with the enterprise plan");
    options.requests_per_minute = static_cast<int>(*limit);
  }
  return options;
}

}  // namespace cli
