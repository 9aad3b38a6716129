// The pages for turning a second factor on and off, and for entering its code at sign-in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

struct SecondFactorSetUp {
  std::string secret_text;  // base32
  std::string otpauth_uri;
  std::string sealed_secret;  // hidden field of the form
  std::string_view problem;   // the error in the submitted form; may be empty
};
html::Html set_up_second_factor_page(const Viewer& viewer, const SecondFactorSetUp& set_up);

// The only page that shows the recovery codes.
html::Html recovery_codes_page(const Viewer& viewer, const std::vector<std::string>& codes);

html::Html turn_off_second_factor_page(const Viewer& viewer, std::string_view text);

struct SecondFactorForm {
  std::string_view form_token;
  std::string_view next;     // path to redirect to; may be empty
  std::string_view problem;  // the error in the last attempt; may be empty
};
html::Html second_factor_page(const SecondFactorForm& form);

}  // namespace pages::dashboard
