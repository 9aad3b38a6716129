// The limits that a user gives to an API key or to an app: the fields of the form, and as a list
// shows them.
#pragma once

#include <string_view>

#include "core/principal.h"
#include "html/html.h"

namespace pages::dashboard {

struct LimitChoices {
  std::string_view maximum_expiry;
  bool password_required = false;
  bool refuses_secrets = false;
};

// `bearer`: "key" or "app".
html::Html limit_fields(const LimitChoices& choices, std::string_view bearer);

// Lines to follow the scopes; empty if there are no limits.
html::Html limit_list(const core::PublishingLimits& limits);

// An <option>.
html::Html option(std::string_view value, std::string_view text, bool is_selected);

}  // namespace pages::dashboard
