#include "handlers/routes.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "handlers/api/artifact_body.h"
#include "handlers/dashboard/artifacts/artifact_form.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "handlers/mcp/server.h"
#include "handlers/oauth/oauth_response.h"
#include "handlers/page_response.h"
#include "handlers/representation.h"
#include "templates/sent_file.h"

namespace handlers {
namespace {

// In the order in which they are searched, the most frequent first. Without those that the
// configuration turns off.
std::vector<Endpoint> all_endpoints(const core::Configuration& configuration) {
  std::vector<Endpoint> all;
  for (const std::vector<Endpoint>& some : {
           artifact_list_endpoints(),
           artifact_endpoints(),
           artifact_edit_endpoints(),
           bulk_endpoints(),
           share_link_endpoints(),
           version_endpoints(),
           upload_endpoints(),
           account_endpoints(),
           share_history_endpoints(),
           share_page_endpoints(),
           share_document_endpoints(),
           share_state_endpoints(),
           share_card_endpoints(),
           dashboard::sign_in_endpoints(),
           dashboard::set_password_endpoints(),
           configuration.sign_up ? dashboard::sign_up_endpoints() : std::vector<Endpoint>(),
           dashboard::artifact_list_endpoints(),
           dashboard::artifact_endpoints(),
           dashboard::new_artifact_endpoints(),
           dashboard::preview_endpoints(),
           dashboard::edit_endpoints(),
           dashboard::content_endpoints(),
           dashboard::history_endpoints(),
           dashboard::deletion_endpoints(),
           dashboard::share_link_endpoints(),
           dashboard::view_endpoints(),
           dashboard::link_list_endpoints(),
           dashboard::usage_endpoints(),
           dashboard::key_endpoints(),
           dashboard::connected_app_endpoints(),
           dashboard::profile_endpoints(),
           dashboard::second_factor_endpoints(),
           dashboard::publishing_endpoints(),
           dashboard::member_endpoints(),
           dashboard::audit_log_endpoints(),
           dashboard::chosen_artifact_endpoints(),
           dashboard::authorization_endpoints(),
           oauth::token_endpoints(),
           oauth::metadata_endpoints(),
           mcp_endpoints(),
           discovery_endpoints(),
           mcp_description_endpoints(),
           site_endpoints(),
           sample_endpoints(),
           branding_endpoints(),
           configuration.security_contacts.empty() ? std::vector<Endpoint>()
                                                   : security_txt_endpoints(),
           status_endpoints(),
       })
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

// Whether a path is this one or below it.
bool is_below(std::string_view path, std::string_view parent) {
  return path.starts_with(parent) && (path.size() == parent.size() || path[parent.size()] == '/');
}

// Whether only programs use the paths below this one, regardless of their Accept header.
bool is_for_programs(std::string_view path) {
  constexpr std::array<std::string_view, 6> kParents{"/api", "/artifacts", "/account",
                                                     "/mcp", "/oauth",     "/.well-known"};
  return std::any_of(kParents.begin(), kParents.end(),
                     [&](std::string_view parent) { return is_below(path, parent); });
}

}  // namespace

fcgi::RouteTable routes(const core::Configuration& configuration, app::UseCases& use_cases) {
  std::vector<fcgi::Route> bound;
  for (const Endpoint& endpoint : all_endpoints(configuration))
    bound.push_back(bind(endpoint, configuration, use_cases));
  return {
      .routes = std::move(bound),
      .file_types = {.contain = templates::may_be_file, .names = templates::file_media_types()},
      .mcp_challenge = mcp::challenge(configuration),
      .page_error =
          [&configuration](const fcgi::Request& request, const core::Error& error) {
            if (request.path() == "/oauth/authorize")
              return dashboard::error_page(configuration.installation, error);
            if (request.path().starts_with("/oauth/")) return oauth::error_response(error);
            if (dashboard::is_unsaved_artifact(configuration, request, error))
              return dashboard::unsaved_artifact_page(configuration, request, error);
            const bool is_of_dashboard = is_below(request.path(), "/dashboard");
            if (is_of_dashboard && error.code == core::ErrorCode::payload_too_large)
              return dashboard::too_large_page(configuration, error);
            return is_of_dashboard ? dashboard::error_page(configuration.installation, error)
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
  for (const Endpoint& endpoint : all_endpoints(configuration))
    names.push_back(
        {std::string(to_string(endpoint.route.method)), std::string(endpoint.route.pattern)});
  return names;
}

}  // namespace handlers
