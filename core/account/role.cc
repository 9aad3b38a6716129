#include "core/account/role.h"

namespace core {

std::string_view to_string(Role role) { return role == Role::owner ? "owner" : "member"; }

std::optional<Role> parse_role(std::string_view name) {
  for (const Role role : {Role::member, Role::owner})
    if (name == to_string(role)) return role;
  return std::nullopt;
}

}  // namespace core
