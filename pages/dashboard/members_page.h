// The pages on which an account's owners manage its users.
#pragma once

#include <string_view>
#include <vector>

#include "core/identity/member.h"
#include "html/html.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct MembersPage {
  const std::vector<core::Member>& members;
  core::UserId viewer;       // who looks at it
  std::string_view problem;  // why the last change was not made; may be empty
  std::string_view email;    // as it was typed for a new member; may be empty
  core::Role role = core::Role::member;
};

html::Html members_page(const Viewer& viewer, const MembersPage& page);

// A link to choose a password, for the owner to hand over. It is nowhere else.
html::Html password_link_page(const Viewer& viewer, std::string_view email,
                              std::string_view address);

// Asks whether the member is really to be removed.
html::Html remove_member_page(const Viewer& viewer, const core::Member& member, bool is_viewer,
                              std::string_view problem);

}  // namespace pages::dashboard
