// The sign-in page.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

struct SignInForm {
  std::string_view form_token = {};
  std::string_view email = {};    // as submitted before
  std::string_view next = {};     // path to redirect to; may be empty
  std::string_view done = {};     // result of the action that led here; may be empty
  std::string_view problem = {};  // the error in the last attempt or form; may be empty
  bool offers_sign_up = false;
};

html::Html sign_in_page(const SignInForm& form);

}  // namespace pages::dashboard
