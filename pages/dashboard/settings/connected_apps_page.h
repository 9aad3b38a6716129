// The pages for listing and disconnecting the apps that a user has connected.
#pragma once

#include <string_view>
#include <vector>

#include "core/oauth_grant.h"
#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

// `done` is the result of the last action; may be empty.
html::Html connected_apps_page(const Viewer& viewer, const std::vector<core::Grant>& apps,
                               std::string_view done);

// Asks for confirmation.
html::Html disconnect_app_page(const Viewer& viewer, const core::Grant& app);

}  // namespace pages::dashboard
