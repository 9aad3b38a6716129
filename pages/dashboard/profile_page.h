// The page on which a user sees who they are and keeps their sign-in safe.
#pragma once

#include <string_view>

#include "html/html.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct Profile {
  bool has_second_factor = false;
  int recovery_codes = 0;    // how many are left
  std::string_view done;     // what has just been done; may be empty
  std::string_view problem;  // what was wrong with the new password; may be empty
};

html::Html profile_page(const Viewer& viewer, const Profile& profile);

}  // namespace pages::dashboard
