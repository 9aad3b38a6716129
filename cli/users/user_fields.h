// A user as commands print it.
#pragma once

#include <optional>

#include "core/account/member.h"
#include "core/json/json_writer.h"

namespace cli {

// With the account where a list does not imply it.
void write_user(core::JsonWriter& json, const core::Member& user,
                const std::optional<core::AccountId>& account = std::nullopt);
// One line for people.
void print_user(const core::Member& user);

}  // namespace cli
