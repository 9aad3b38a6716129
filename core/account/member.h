// Member: a user of the dashboard, as shown to the owners of their account.
#pragma once

#include <optional>
#include <string>

#include "core/account/role.h"
#include "core/identity/public_id.h"
#include "core/text/timestamp.h"

namespace core {

struct Member {
  UserId id;
  std::string email;
  Role role = Role::member;
  bool has_password = false;  // false until they have set one
  bool has_second_factor = false;
  Timestamp created_at;
  std::optional<Timestamp> last_signed_in_at;
};

}  // namespace core
