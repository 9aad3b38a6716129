// The page on which a user signs in.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

struct SignInForm {
  std::string_view form_token = {};
  std::string_view email = {};    // as it was typed before
  std::string_view next = {};     // the path to go on to; may be empty
  std::string_view done = {};     // what has led here; may be empty
  std::string_view problem = {};  // what was wrong with the last attempt; may be empty
  bool offers_sign_up = false;
};

html::Html sign_in_page(const SignInForm& form);

}  // namespace pages::dashboard
