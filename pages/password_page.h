// The prompt of a link that is protected by a password.
#pragma once

#include <string_view>

#include "pages/html.h"

namespace pages {

enum class PasswordProblem { none, wrong, too_many_attempts };

// A form that posts the field `password` to `form_action`. The page holds nothing of the artifact.
Html password_page(std::string_view form_action, PasswordProblem problem);

}  // namespace pages
