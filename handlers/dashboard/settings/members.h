// What the pages about an account's members have in common.
#pragma once

#include <optional>
#include <string_view>

#include "core/identity/member.h"
#include "core/identity/role.h"
#include "core/identity/session.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"

namespace handlers::dashboard {

inline constexpr std::string_view kMembersPath = "/dashboard/settings/members";
inline constexpr std::string_view kLastOwner =
    "An account needs at least one owner. Make another member an owner first.";

// The member of the session's account that the path names, if there is one.
std::optional<core::Member> member(Services& services, const fcgi::Request& request,
                                   const core::Session& session);
core::Error no_such_member();

// The list of members, with what was wrong with the last change, and what was typed.
struct MembersForm {
  std::string_view problem;
  std::string_view email;
  core::Role role = core::Role::member;
};
fcgi::Response members_page(int status, Services& services, const core::Session& session,
                            const MembersForm& form);

// Makes a link to choose a password for this user, and shows it, this once.
fcgi::Response new_password_link(Services& services, const core::Session& session,
                                 const core::UserId& user, std::string_view email);

}  // namespace handlers::dashboard
