// The page for an account's settings about what it publishes.
#pragma once

#include <string_view>

#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

struct PublishingForm {
  bool refuses_secrets = false;
  std::string_view done;  // result of the last action; may be empty
};

html::Html publishing_page(const Viewer& viewer, const PublishingForm& form);

}  // namespace pages::dashboard
