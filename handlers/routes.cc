#include "handlers/routes.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "handlers/binding.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/endpoints.h"
#include "handlers/oauth/endpoints.h"
#include "handlers/oauth/oauth_response.h"
#include "handlers/page_response.h"
#include "templates/sent_file.h"

namespace handlers {
namespace {

using core::Scope;
using fcgi::Method;

constexpr bool kTakesFiles = true;

// What users need to protect their own account.
fcgi::SignedInHandler even_if_disabled(fcgi::SignedInHandler handler) {
  handler.also_if_account_disabled = true;
  return handler;
}

// Users who have to sign in first return to the page with its query.
fcgi::SignedInHandler keeping_query(fcgi::SignedInHandler handler) {
  handler.keeps_query = true;
  return handler;
}

// An endpoint whose POST has a body that is no form.
fcgi::OpenHandler with_text(fcgi::OpenHandler handler) {
  handler.body = fcgi::OpenHandler::Body::text;
  return handler;
}

fcgi::SignedInHandler for_owners(fcgi::SignedInHandler handler) {
  handler.role = core::Role::owner;
  return handler;
}

// The API.
std::vector<fcgi::Route> api_routes(const Binding& bound) {
  using app::UseCases;
  return {
      {Method::get,
       "/artifacts",
       bound.api(list_artifacts, &UseCases::artifacts),
       {Scope::artifacts_read},
       false,
       {"limit", "offset", "cursor", "sort", "fields", "template", "status", "externalId", "q",
        "text", "metadata.KEY", "createdAfter", "createdBefore", "updatedAfter", "updatedBefore"}},
      {Method::post,
       "/artifacts",
       bound.api(create_artifact, &UseCases::artifacts),
       {Scope::artifacts_write},
       kTakesFiles},
      {Method::post,
       "/artifacts/share",
       bound.api(create_and_share, &UseCases::share_links),
       {Scope::artifacts_write, Scope::artifacts_share},
       kTakesFiles},
      {Method::post,
       "/artifacts/delete-matching",
       bound.api_removal(delete_matching, &UseCases::bulk_changes),
       {Scope::artifacts_read, Scope::artifacts_delete}},
      {Method::post,
       "/artifacts/shares/revoke-matching",
       bound.api_removal(revoke_matching, &UseCases::bulk_changes),
       {Scope::artifacts_read, Scope::artifacts_share}},
      {Method::get,
       "/artifacts/by-external-id/{external_id}",
       bound.api(get_artifact_by_external_id, &UseCases::artifacts),
       {Scope::artifacts_read}},
      {Method::put,
       "/artifacts/by-external-id/{external_id}",
       bound.api(put_artifact_by_external_id, &UseCases::artifact_upserts),
       {Scope::artifacts_write},
       kTakesFiles},
      {Method::get,
       "/artifacts/{artifact_id}",
       bound.api(get_artifact, &UseCases::artifacts),
       {Scope::artifacts_read}},
      {Method::put,
       "/artifacts/{artifact_id}",
       bound.api(update_artifact, &UseCases::artifacts),
       {Scope::artifacts_write},
       kTakesFiles},
      {Method::delete_,
       "/artifacts/{artifact_id}",
       bound.api(delete_artifact, &UseCases::artifacts),
       {Scope::artifacts_delete},
       false,
       {"permanent"}},
      {Method::post,
       "/artifacts/{artifact_id}/restore",
       bound.api_again(restore_artifact, get_restored_artifact, &UseCases::artifacts),
       {Scope::artifacts_delete}},
      {Method::post,
       "/artifacts/{artifact_id}/share",
       bound.api(share_artifact, &UseCases::share_links),
       {Scope::artifacts_share}},
      {Method::get,
       "/artifacts/{artifact_id}/shares",
       bound.api(list_shares, &UseCases::share_links),
       {Scope::artifacts_share},
       false,
       {"limit", "cursor", "status"}},
      {Method::patch,
       "/artifacts/{artifact_id}/shares/{share_id}",
       bound.api(change_share, &UseCases::share_links),
       {Scope::artifacts_share}},
      {Method::delete_,
       "/artifacts/{artifact_id}/shares/{share_id}",
       bound.api(revoke_share, &UseCases::share_links),
       {Scope::artifacts_share}},
      {Method::get, "/account", bound.api(get_account, &UseCases::account_overview), {}},
      {Method::get,
       "/account/audit",
       bound.api(list_audit_events, &UseCases::audit_trail),
       {Scope::account_read},
       false,
       {"limit", "cursor", "action"}},
  };
}

// Pages of share links.
std::vector<fcgi::Route> share_page_routes(const Binding& bound) {
  using app::UseCases;
  return {
      {Method::get, "/a/{artifact_id}", bound.open(view_share, &UseCases::share_views), {}},
      {Method::post, "/a/{artifact_id}", bound.open(unlock_share, &UseCases::share_views), {}},
      {Method::get, "/a/{artifact_id}/file", bound.open(view_file, &UseCases::share_views), {}},
      {Method::get, "/a/{artifact_id}/rows", bound.open(view_rows, &UseCases::share_views), {}},
  };
}

// Signing in and out.
std::vector<fcgi::Route> sign_in_routes(const core::Configuration& configuration,
                                        const Binding& bound) {
  using app::UseCases;
  std::vector<fcgi::Route> routes{
      {Method::get,
       "/dashboard/sign-in",
       bound.visitor(dashboard::show_sign_in, &UseCases::sign_up),
       {}},
      {Method::post,
       "/dashboard/sign-in",
       bound.visitor(dashboard::sign_in, &UseCases::sign_in, &UseCases::sign_up),
       {}},
      {Method::get,
       "/dashboard/sign-in/code",
       bound.visitor(dashboard::show_sign_in_code, &UseCases::sign_in),
       {}},
      {Method::post,
       "/dashboard/sign-in/code",
       bound.visitor(dashboard::sign_in_code, &UseCases::sign_in),
       {}},
      {Method::get,
       "/dashboard/set-password",
       bound.visitor(dashboard::show_set_password, &UseCases::sign_in),
       {}},
      {Method::post,
       "/dashboard/set-password",
       bound.visitor(dashboard::set_password, &UseCases::sign_in),
       {}},
      {Method::post,
       "/dashboard/sign-out",
       even_if_disabled(bound.signed_in(dashboard::sign_out, &UseCases::profile)),
       {}}};
  if (configuration.sign_up) {
    routes.push_back(
        {Method::get, "/dashboard/sign-up", bound.visitor(dashboard::show_sign_up), {}});
    routes.push_back({Method::post,
                      "/dashboard/sign-up",
                      bound.adds(bound.visitor(dashboard::sign_up, &UseCases::sign_up)),
                      {}});
  }
  return routes;
}

// The dashboard's pages of artifacts and usage.
std::vector<fcgi::Route> dashboard_routes(const Binding& bound) {
  using app::UseCases;
  return {
      {Method::get, "/dashboard", bound.signed_in(dashboard::home), {}},
      {Method::get,
       "/dashboard/artifacts",
       bound.signed_in(dashboard::list_artifacts, &UseCases::artifacts),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}",
       bound.signed_in(dashboard::show_artifact, &UseCases::artifacts, &UseCases::share_links),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/json",
       bound.signed_in(dashboard::show_artifact_json, &UseCases::artifacts),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/preview",
       bound.signed_in(dashboard::preview_artifact, &UseCases::artifact_previews),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/preview/file",
       bound.signed_in(dashboard::preview_file, &UseCases::artifact_previews),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/preview/rows",
       bound.signed_in(dashboard::preview_rows, &UseCases::artifact_previews),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/edit",
       bound.signed_in(dashboard::show_edit_artifact, &UseCases::artifacts),
       {}},
      {Method::post,
       "/dashboard/artifacts/{artifact_id}/edit",
       bound.adds(bound.signed_in(dashboard::edit_artifact, &UseCases::artifacts)),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/delete",
       bound.signed_in(dashboard::show_delete_artifact, &UseCases::artifacts),
       {}},
      {Method::post,
       "/dashboard/artifacts/{artifact_id}/delete",
       bound.signed_in(dashboard::delete_artifact, &UseCases::artifacts),
       {}},
      {Method::post,
       "/dashboard/artifacts/{artifact_id}/delete-permanently",
       bound.signed_in(dashboard::delete_artifact_permanently, &UseCases::artifacts),
       {}},
      {Method::post,
       "/dashboard/artifacts/{artifact_id}/restore",
       bound.signed_in(dashboard::restore_artifact, &UseCases::artifacts),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/shares/new",
       bound.signed_in(dashboard::show_create_share_link, &UseCases::artifacts,
                       &UseCases::share_links),
       {}},
      {Method::post,
       "/dashboard/artifacts/{artifact_id}/shares/new",
       bound.adds(bound.signed_in(dashboard::create_share_link, &UseCases::artifacts,
                                  &UseCases::share_links)),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
       bound.signed_in(dashboard::show_change_share_link, &UseCases::artifacts,
                       &UseCases::share_links),
       {}},
      {Method::post,
       "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
       bound.adds(bound.signed_in(dashboard::change_share_link, &UseCases::artifacts,
                                  &UseCases::share_links)),
       {}},
      {Method::get,
       "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
       bound.signed_in(dashboard::show_revoke_share_link, &UseCases::artifacts,
                       &UseCases::share_links),
       {}},
      {Method::post,
       "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
       bound.signed_in(dashboard::revoke_share_link, &UseCases::share_links),
       {}},
      {Method::get,
       "/dashboard/usage",
       bound.signed_in(dashboard::show_usage, &UseCases::account_overview),
       {}},
  };
}

// Settings of the account and of its users.
std::vector<fcgi::Route> settings_routes(const Binding& bound) {
  using app::UseCases;
  return {
      {Method::get,
       "/dashboard/settings/keys",
       bound.signed_in(dashboard::list_keys, &UseCases::api_keys),
       {}},
      {Method::get,
       "/dashboard/settings/keys/new",
       bound.signed_in(dashboard::show_create_key),
       {}},
      {Method::post,
       "/dashboard/settings/keys/new",
       bound.adds(bound.signed_in(dashboard::create_key, &UseCases::api_keys)),
       {}},
      {Method::get,
       "/dashboard/settings/keys/{key_id}/revoke",
       bound.signed_in(dashboard::show_revoke_key, &UseCases::api_keys),
       {}},
      {Method::post,
       "/dashboard/settings/keys/{key_id}/revoke",
       bound.signed_in(dashboard::revoke_key, &UseCases::api_keys),
       {}},
      {Method::get,
       "/dashboard/settings/apps",
       bound.signed_in(dashboard::list_connected_apps, &UseCases::connected_apps),
       {}},
      {Method::get,
       "/dashboard/settings/apps/{app_id}/disconnect",
       bound.signed_in(dashboard::show_disconnect_app, &UseCases::connected_apps),
       {}},
      {Method::post,
       "/dashboard/settings/apps/{app_id}/disconnect",
       even_if_disabled(bound.signed_in(dashboard::disconnect_app, &UseCases::connected_apps)),
       {}},
      {Method::get,
       "/dashboard/settings/profile",
       bound.signed_in(dashboard::show_profile, &UseCases::second_factors),
       {}},
      {Method::post,
       "/dashboard/settings/profile",
       even_if_disabled(bound.signed_in(dashboard::change_password, &UseCases::profile,
                                        &UseCases::second_factors)),
       {}},
      {Method::post,
       "/dashboard/settings/profile/sign-out",
       even_if_disabled(bound.signed_in(dashboard::sign_out_everywhere, &UseCases::profile)),
       {}},
      {Method::get,
       "/dashboard/settings/second-factor",
       bound.signed_in(dashboard::show_set_up_second_factor, &UseCases::second_factors),
       {}},
      {Method::post,
       "/dashboard/settings/second-factor",
       even_if_disabled(
           bound.signed_in(dashboard::set_up_second_factor, &UseCases::second_factors)),
       {}},
      {Method::get,
       "/dashboard/settings/second-factor/turn-off",
       bound.signed_in(dashboard::show_turn_off_second_factor, &UseCases::second_factors),
       {}},
      {Method::post,
       "/dashboard/settings/second-factor/turn-off",
       even_if_disabled(
           bound.signed_in(dashboard::turn_off_second_factor, &UseCases::second_factors)),
       {}},
      {Method::get,
       "/dashboard/settings/publishing",
       for_owners(bound.signed_in(dashboard::show_publishing, &UseCases::publishing_settings)),
       {}},
      {Method::post,
       "/dashboard/settings/publishing",
       for_owners(bound.signed_in(dashboard::change_publishing, &UseCases::publishing_settings)),
       {}},
      {Method::get,
       "/dashboard/settings/members",
       for_owners(bound.signed_in(dashboard::show_members, &UseCases::members)),
       {}},
      {Method::post,
       "/dashboard/settings/members",
       bound.adds(for_owners(bound.signed_in(dashboard::add_member, &UseCases::members))),
       {}},
      {Method::post,
       "/dashboard/settings/members/{user_id}/password-link",
       for_owners(bound.signed_in(dashboard::make_member_password_link, &UseCases::members)),
       {}},
      {Method::post,
       "/dashboard/settings/members/{user_id}/role",
       for_owners(bound.signed_in(dashboard::change_member_role, &UseCases::members)),
       {}},
      {Method::get,
       "/dashboard/settings/members/{user_id}/remove",
       for_owners(bound.signed_in(dashboard::show_remove_member, &UseCases::members)),
       {}},
      {Method::post,
       "/dashboard/settings/members/{user_id}/remove",
       for_owners(bound.signed_in(dashboard::remove_member, &UseCases::members)),
       {}},
      {Method::get,
       "/dashboard/settings/audit",
       for_owners(bound.signed_in(dashboard::show_audit_log, &UseCases::audit_trail)),
       {}},
  };
}

// OAuth, for apps.
std::vector<fcgi::Route> oauth_routes(const Binding& bound) {
  using app::UseCases;
  return {
      {Method::get, "/dashboard/device", keeping_query(bound.signed_in(oauth::show_device)), {}},
      {Method::post,
       "/dashboard/device",
       bound.adds(bound.signed_in(oauth::submit_device_code, &UseCases::device_sign_in)),
       {}},
      {Method::get,
       "/oauth/authorize",
       keeping_query(bound.signed_in(oauth::show_authorization, &UseCases::authorization)),
       {}},
      {Method::post,
       "/oauth/authorize",
       bound.adds(bound.signed_in(oauth::decide_authorization, &UseCases::authorization)),
       {}},
      {Method::post,
       "/oauth/token",
       bound.open(oauth::exchange_token, &UseCases::token_exchange),
       {}},
      {Method::options, "/oauth/token", bound.open(oauth::answer_preflight), {}},
      {Method::post,
       "/oauth/revoke",
       bound.open(oauth::revoke_token, &UseCases::token_exchange),
       {}},
      {Method::options, "/oauth/revoke", bound.open(oauth::answer_preflight), {}},
      {Method::post,
       "/oauth/register",
       with_text(bound.adds(bound.open(oauth::register_client, &UseCases::client_directory))),
       {}},
      {Method::options, "/oauth/register", bound.open(oauth::answer_preflight), {}},
      {Method::post,
       "/oauth/device_authorization",
       bound.adds(bound.open(oauth::begin_device_sign_in, &UseCases::device_sign_in)),
       {}},
      {Method::options, "/oauth/device_authorization", bound.open(oauth::answer_preflight), {}},
      {Method::get,
       "/.well-known/oauth-authorization-server",
       bound.open(oauth::get_server_metadata),
       {}},
      {Method::options,
       "/.well-known/oauth-authorization-server",
       bound.open(oauth::answer_preflight),
       {}},
      {Method::get,
       "/.well-known/oauth-protected-resource",
       bound.open(oauth::get_api_metadata),
       {}},
      {Method::options,
       "/.well-known/oauth-protected-resource",
       bound.open(oauth::answer_preflight),
       {}},
      {Method::get,
       "/.well-known/oauth-protected-resource/mcp",
       bound.open(oauth::get_mcp_metadata),
       {}},
      {Method::options,
       "/.well-known/oauth-protected-resource/mcp",
       bound.open(oauth::answer_preflight),
       {}},
  };
}

// The MCP server.
std::vector<fcgi::Route> mcp_routes(const core::Configuration& configuration,
                                    const Binding& bound) {
  using app::UseCases;
  return {
      {.method = Method::post,
       .pattern = "/mcp",
       .handler = bound.messages(answer_mcp_message, &UseCases::artifacts,
                                 &UseCases::artifact_previews, &UseCases::share_links,
                                 &UseCases::share_views, &UseCases::request_admission),
       .scopes = {},
       .refuses_foreign_origins = true,
       .audience = core::TokenAudience::mcp,
       .challenge = oauth::mcp_challenge(configuration)},
      {Method::get, "/mcp/server-card", bound.open(get_server_card), {}},
  };
}

// What the service says of itself, and what it runs by.
std::vector<fcgi::Route> site_routes(const Binding& bound) {
  using app::UseCases;
  return {
      {Method::get, "/.well-known/ai-catalog.json", bound.open(get_ai_catalog), {}},
      {Method::get, "/llms.txt", bound.open(get_llms_txt), {}},
      {Method::get, "/openapi.json", bound.keyless(get_openapi), {}},
      {Method::get, "/docs", bound.open(view_docs), {}},
      {Method::get, "/docs/", bound.open(leave_out_slash), {}},
      {Method::get, "/dashboard/", bound.open(leave_out_slash), {}},
      {Method::get, "/favicon.ico", bound.open(find_favicon), {}},
      {Method::get, "/", bound.open(view_front), {}},
      {Method::get, "/healthz", bound.open(healthz), {}},
      {Method::get, "/readyz", bound.open(readyz, &UseCases::service_status), {}},
      {Method::get, "/metrics", bound.open(get_metrics, &UseCases::service_status), {}},
      {Method::get, "/self-check", bound.open(self_check), {}},
  };
}

// Routes that the configuration turns off are left out.
std::vector<fcgi::Route> all_routes(const core::Configuration& configuration,
                                    const Binding& bound) {
  std::vector<fcgi::Route> all;
  for (std::vector<fcgi::Route>& some :
       std::array{api_routes(bound), share_page_routes(bound), sign_in_routes(configuration, bound),
                  dashboard_routes(bound), settings_routes(bound), oauth_routes(bound),
                  mcp_routes(configuration, bound), site_routes(bound)})
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
      .file_types = {.contain = templates::takes_files_of, .names = templates::file_media_types()},
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
