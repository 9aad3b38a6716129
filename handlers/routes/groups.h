// The route table by groups, each in a file of its own. Routes that the configuration turns off are
// left out.
#pragma once

#include <vector>

#include "core/configuration.h"
#include "fcgi/routes.h"
#include "handlers/binding.h"

namespace handlers {

std::vector<fcgi::Route> api_routes(const Binding& bound);
std::vector<fcgi::Route> share_page_routes(const Binding& bound);
std::vector<fcgi::Route> sign_in_routes(const core::Configuration& configuration,
                                        const Binding& bound);
std::vector<fcgi::Route> dashboard_routes(const Binding& bound);
std::vector<fcgi::Route> settings_routes(const Binding& bound);
std::vector<fcgi::Route> oauth_routes(const Binding& bound);
std::vector<fcgi::Route> mcp_routes(const core::Configuration& configuration, const Binding& bound);
std::vector<fcgi::Route> site_routes(const core::Configuration& configuration,
                                     const Binding& bound);

}  // namespace handlers
