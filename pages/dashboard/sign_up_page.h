// The page on which somebody makes an account of their own.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

// What was typed before, and what was wrong with it; each may be empty.
struct SignUpForm {
  std::string_view form_token = {};
  std::string_view email = {};
  std::string_view account_name = {};
  std::string_view problem = {};  // with the form as a whole
  std::string_view email_problem = {};
  std::string_view account_name_problem = {};
  std::string_view password_problem = {};
};

html::Html sign_up_page(const SignUpForm& form);

}  // namespace pages::dashboard
