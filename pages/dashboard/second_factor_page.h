// The pages on which a user turns a second factor on and off, and gives its code to sign in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct SecondFactorSetUp {
  std::string secret_text;  // base32
  std::string otpauth_uri;
  std::string sealed_secret;  // what the form carries
  std::string_view problem;   // what was wrong with the code; may be empty
};
html::Html set_up_second_factor_page(const Viewer& viewer, const SecondFactorSetUp& set_up);

// The one page that shows the recovery codes.
html::Html recovery_codes_page(const Viewer& viewer, const std::vector<std::string>& codes);

html::Html turn_off_second_factor_page(const Viewer& viewer, std::string_view text);

struct SecondFactorForm {
  std::string_view form_token;
  std::string_view next;     // the path to go on to; may be empty
  std::string_view problem;  // what was wrong with the last attempt; may be empty
};
html::Html second_factor_page(const SecondFactorForm& form);

}  // namespace pages::dashboard
