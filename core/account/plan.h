// Plan: an account's plan, which determines its requests per minute.
#pragma once

#include <optional>
#include <string_view>

namespace core {

enum class Plan { free, pro, enterprise };

std::string_view to_string(Plan plan);
std::optional<Plan> parse_plan(std::string_view name);

// Which of the members free, pro and enterprise is that of the plan.
template <typename OfPlans>
const auto& of_plan(const OfPlans& all, Plan plan) {
  switch (plan) {
    case Plan::free:
      return all.free;
    case Plan::pro:
      return all.pro;
    case Plan::enterprise:
      return all.enterprise;
  }
  return all.free;
}

// 60 for Free, 600 for Pro; for Enterprise the agreed number, or that of Pro if there is none.
int requests_per_minute(Plan plan, std::optional<int> agreed);

}  // namespace core
