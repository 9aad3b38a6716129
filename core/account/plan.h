// Plan: an account's plan, which determines its requests per minute.
#pragma once

#include <optional>
#include <string_view>

namespace core {

enum class Plan { free, pro, enterprise };

std::string_view to_string(Plan plan);
std::optional<Plan> parse_plan(std::string_view name);

// 60 for Free, 600 for Pro; for Enterprise the agreed number, or that of Pro if there is none.
int requests_per_minute(Plan plan, std::optional<int> agreed);

}  // namespace core
