// The page on which a user chooses a password, behind a link that is good once.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

struct SetPasswordForm {
  std::string_view form_token;
  std::string_view link_token;
  std::string_view email;
  std::string_view problem;  // what was wrong with what was typed; may be empty
};

html::Html set_password_page(const SetPasswordForm& form);

}  // namespace pages::dashboard
