// The prompt of a link that is protected by a password.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

enum class PasswordProblem { none, wrong, too_many_attempts };

// A form that posts the field `password` to `form_action`. The page holds nothing of the artifact.
html::Html password_page(std::string_view form_action, PasswordProblem problem);

// What stands in its place in a frame on another site: a link to `page`, which asks in a tab of its
// own. Nobody should have to judge who asks for a password inside of another page, and the cookie
// that remembers it would not be sent from there.
html::Html embedded_password_page(std::string_view page);

}  // namespace pages
