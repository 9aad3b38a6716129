// The pages for managing an account's users.
#pragma once

#include <string_view>
#include <vector>

#include "core/account.h"
#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

struct MembersPage {
  const std::vector<core::Member>& members;
  core::UserId viewer;       // the current user
  std::string_view problem;  // why the last action failed; may be empty
  std::string_view email;    // as it was typed for a new member; may be empty
  core::Role role = core::Role::member;
};

html::Html members_page(const Viewer& viewer, const MembersPage& page);

// A link to set a password, for the owner to pass on. It is not shown again.
html::Html password_link_page(const Viewer& viewer, std::string_view email,
                              std::string_view address);

// Asks for confirmation of the removal.
html::Html remove_member_page(const Viewer& viewer, const core::Member& member, bool is_viewer,
                              std::string_view problem);

}  // namespace pages::dashboard
