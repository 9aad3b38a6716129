#include "handlers/routes.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "handlers/api/artifact_body.h"
#include "handlers/dashboard/page.h"
#include "handlers/oauth/oauth_response.h"
#include "handlers/page_response.h"
#include "handlers/representation.h"
#include "handlers/routes/groups.h"
#include "templates/sent_file.h"

namespace handlers {
namespace {

std::vector<fcgi::Route> all_routes(const core::Configuration& configuration,
                                    const Binding& bound) {
  std::vector<fcgi::Route> all;
  for (std::vector<fcgi::Route>& some :
       std::array{api_routes(bound), share_page_routes(bound), sign_in_routes(configuration, bound),
                  dashboard_routes(bound), settings_routes(bound), oauth_routes(bound),
                  mcp_routes(configuration, bound), site_routes(configuration, bound)})
    std::move(some.begin(), some.end(), std::back_inserter(all));
  return all;
}

// Whether a path is this one, or below it.
bool is_below(std::string_view path, std::string_view parent) {
  return path.starts_with(parent) && (path.size() == parent.size() || path[parent.size()] == '/');
}

// Whether only programs use what is below this path, whatever they accept.
bool is_for_programs(std::string_view path) {
  constexpr std::array<std::string_view, 6> kParents{"/api", "/artifacts", "/account",
                                                     "/mcp", "/oauth",     "/.well-known"};
  return std::any_of(kParents.begin(), kParents.end(),
                     [&](std::string_view parent) { return is_below(path, parent); });
}

}  // namespace

fcgi::RouteTable routes(const core::Configuration& configuration, app::UseCases& use_cases) {
  return {
      .routes = all_routes(configuration, Binding(&configuration, &use_cases)),
      .file_types = {.contain = templates::takes_files_of,
                     .names = templates::file_media_types(),
                     .other_texts = kOtherTexts},
      .page_error =
          [&configuration](const fcgi::Request& request, const core::Error& error) {
            if (request.path() == "/oauth/authorize") return dashboard::error_page(error);
            if (request.path().starts_with("/oauth/")) return oauth::error_response(error);
            return is_below(request.path(), "/dashboard")
                       ? dashboard::error_page(error)
                       : error_page(configuration, request, error);
          },
      .wants_page =
          [](const fcgi::Request& request) {
            return !is_for_programs(request.path()) && opens_page(request);
          },
  };
}

std::vector<core::MetricRoute> metric_routes(const core::Configuration& configuration) {
  std::vector<core::MetricRoute> names;
  for (const fcgi::Route& route : all_routes(configuration, Binding(nullptr, nullptr)))
    names.push_back({std::string(to_string(route.method)), std::string(route.pattern)});
  return names;
}

}  // namespace handlers
