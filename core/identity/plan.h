// Plan: what an account has agreed on, which sets its requests per minute.
#pragma once

#include <optional>
#include <string_view>

namespace core {

enum class Plan { free, pro, enterprise };

std::string_view to_string(Plan plan);
std::optional<Plan> parse_plan(std::string_view name);

// 60 for Free, 600 for Pro. For Enterprise what was agreed with the account, or, until something
// is, what Pro has.
int requests_per_minute(Plan plan, std::optional<int> agreed);

}  // namespace core
