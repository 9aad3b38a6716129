#include "cli/accounts/plan_options.h"

#include <cstdlib>

namespace cli {

PlanOptions plan_of(const Arguments& arguments) {
  const auto plan = core::parse_plan(arguments.required("--plan"));
  if (!plan) throw WrongUsage("--plan must be free, pro or enterprise");
  PlanOptions options{.plan = *plan, .requests_per_minute = std::nullopt};
  if (const auto text = arguments.value("--requests-per-minute")) {
    if (*plan != core::Plan::enterprise)
      throw WrongUsage("--requests-per-minute is only valid with the enterprise plan");
    char* end = nullptr;
    const long number = std::strtol(text->c_str(), &end, 10);
    if (*end != '\0' || number < 1 || number > 1000000000)
      throw WrongUsage("--requests-per-minute must be a number from 1 to 1000000000");
    options.requests_per_minute = static_cast<int>(number);
  }
  return options;
}

}  // namespace cli
