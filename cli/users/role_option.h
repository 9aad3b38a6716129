// The option --role owner|member.
#pragma once

#include <optional>

#include "cli/arguments.h"
#include "core/account/role.h"

namespace cli {

// Throws WrongUsage if it is not a role, or missing without a default.
inline core::Role role_of(const Arguments& arguments, std::optional<core::Role> by_default = {}) {
  if (by_default && !arguments.has("--role")) return *by_default;
  const auto role = core::parse_role(arguments.required("--role"));
  if (!role) throw WrongUsage("--role must be owner or member");
  return *role;
}

}  // namespace cli
