// What all statements that write content share: the call of admit_content() (migration 0009).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/error.h"
#include "core/identity/storage_limits.h"

namespace db {

class Row;

// The limits of all plans, as admit_content() expects them.
std::string limits_parameter(const core::PlanStorageLimits& limits);

// Why it refused content of `bytes`, read from its three columns from `column` on; nothing if it
// was admitted.
std::optional<core::Error> refusal_in(const Row& row, int column, std::size_t bytes);

}  // namespace db
