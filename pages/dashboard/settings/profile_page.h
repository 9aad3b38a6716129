// The page for a user's password, sessions and second factor.
#pragma once

#include <string_view>

#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

struct Profile {
  bool has_second_factor = false;
  int recovery_codes = 0;    // how many are left
  std::string_view done;     // result of the last action; may be empty
  std::string_view problem;  // the error in the new password; may be empty
};

html::Html profile_page(const Viewer& viewer, const Profile& profile);

}  // namespace pages::dashboard
