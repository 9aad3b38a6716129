// Role: what a user may do in the dashboard of an account. An owner may do everything; a member
// works with artifacts, share links and keys, but not with the account's users and audit log.
#pragma once

#include <optional>
#include <string_view>

namespace core {

enum class Role { member, owner };

// "member", "owner".
std::string_view to_string(Role role);
std::optional<Role> parse_role(std::string_view name);

}  // namespace core
