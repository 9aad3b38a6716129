// The password prompt of a protected link.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

enum class PasswordProblem { none, wrong, too_many_attempts };

// A form that posts the field `password` to `form_action`. The page discloses nothing of the
// artifact.
html::Html password_page(std::string_view form_action, PasswordProblem problem);

// Replaces the prompt in a frame on another site: a link to `page`, which prompts in a new tab.
// Users should not have to judge who asks for a password inside another page, and the cookie that
// remembers it would not be sent from there.
html::Html embedded_password_page(std::string_view page);

}  // namespace pages
