// The page for setting a password with a one-time link.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

struct SetPasswordForm {
  std::string_view form_token;
  std::string_view link_token;
  std::string_view email;
  std::string_view problem;  // the error in the submitted form; may be empty
};

html::Html set_password_page(const SetPasswordForm& form);

}  // namespace pages::dashboard
