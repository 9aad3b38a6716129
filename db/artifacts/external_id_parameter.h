// Parts of the statements that create an artifact with an external ID.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/external_id.h"
#include "core/error.h"

namespace db {

// Replaces {unless_taken}, which follows the insert into artifacts: with an external ID, nothing is
// inserted if another artifact of the account has it. Without one, there is nothing to pay for.
std::string with_external_id(std::string_view sql, bool has_external_id);

std::optional<std::string> text_of(const std::optional<core::ExternalId>& id);

// An external_id_conflict.
core::Error external_id_taken();

}  // namespace db
