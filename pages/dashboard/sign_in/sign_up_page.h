// The sign-up page.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

// The submitted values and their errors; each may be empty.
struct SignUpForm {
  std::string_view form_token = {};
  std::string_view email = {};
  std::string_view account_name = {};
  std::string_view problem = {};  // of the form as a whole
  std::string_view email_problem = {};
  std::string_view account_name_problem = {};
  std::string_view password_problem = {};
};

html::Html sign_up_page(const SignUpForm& form);

}  // namespace pages::dashboard
