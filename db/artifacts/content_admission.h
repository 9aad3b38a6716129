// What the statements that write content share: the call of admit_content() (migration 0009), and
// the counting of what they create.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/account/storage_limits.h"
#include "core/error.h"

namespace db {

class Row;

// Replaces {record_creation}, which follows the insert into artifacts: counts the artifact and
// notes it for the indexes of titles and texts, which triggers do for inserts without is_recorded =
// true (migration 0025). The insert is named `artifact` and returns id, account_id, listed_as,
// template and the bytes of content.
std::string with_recorded_creation(std::string_view sql);

// The limits of all plans, as admit_content() expects them.
std::string limits_parameter(const core::PlanStorageLimits& limits);

// Why it refused content of `bytes`, read from its three columns from `column` on; nothing if it
// was admitted.
std::optional<core::Error> refusal_in(const Row& row, int column, std::size_t bytes);

}  // namespace db
