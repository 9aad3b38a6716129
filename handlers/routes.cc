#include "handlers/routes.h"

#include "handlers/binding.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/endpoints.h"
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

fcgi::SignedInHandler for_owners(fcgi::SignedInHandler handler) {
  handler.role = core::Role::owner;
  return handler;
}

// Routes that the configuration turns off are left out.
fcgi::RouteTable table(const core::Configuration& configuration, const Binding& bound,
                       const core::Configuration* pages) {
  using app::UseCases;
  fcgi::RouteTable table{
      .routes =
          {
              {Method::get,
               "/artifacts",
               bound.api(list_artifacts, &UseCases::artifacts),
               {Scope::artifacts_read}},
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
               {Scope::artifacts_delete}},
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
               {Scope::artifacts_share}},
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
               {Scope::account_read}},
              {Method::get, "/a/{artifact_id}", bound.open(view_share, &UseCases::share_views), {}},
              {Method::post,
               "/a/{artifact_id}",
               bound.open(unlock_share, &UseCases::share_views),
               {}},
              {Method::get,
               "/a/{artifact_id}/file",
               bound.open(view_file, &UseCases::share_views),
               {}},
              {Method::get, "/dashboard", bound.signed_in(dashboard::home), {}},
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
               {}},
              {Method::get,
               "/dashboard/artifacts",
               bound.signed_in(dashboard::list_artifacts, &UseCases::artifacts),
               {}},
              {Method::get,
               "/dashboard/artifacts/{artifact_id}",
               bound.signed_in(dashboard::show_artifact, &UseCases::artifacts,
                               &UseCases::share_links),
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
               bound.signed_in(dashboard::show_create_share_link, &UseCases::artifacts),
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
               even_if_disabled(
                   bound.signed_in(dashboard::sign_out_everywhere, &UseCases::profile)),
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
               "/dashboard/settings/members",
               for_owners(bound.signed_in(dashboard::show_members, &UseCases::members)),
               {}},
              {Method::post,
               "/dashboard/settings/members",
               bound.adds(for_owners(bound.signed_in(dashboard::add_member, &UseCases::members))),
               {}},
              {Method::post,
               "/dashboard/settings/members/{user_id}/password-link",
               for_owners(
                   bound.signed_in(dashboard::make_member_password_link, &UseCases::members)),
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
              {Method::get,
               "/dashboard/usage",
               bound.signed_in(dashboard::show_usage, &UseCases::account_overview),
               {}},
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
          },
      .file_types = {.contain = templates::takes_files_of, .names = templates::file_media_types()},
      .page_error =
          [pages](const fcgi::Request& request, const core::Error& error) {
            return request.path().starts_with("/dashboard") ? dashboard::error_page(error)
                                                            : error_page(*pages, request, error);
          },
  };
  if (configuration.sign_up) {
    table.routes.push_back(
        {Method::get, "/dashboard/sign-up", bound.visitor(dashboard::show_sign_up), {}});
    table.routes.push_back({Method::post,
                            "/dashboard/sign-up",
                            bound.adds(bound.visitor(dashboard::sign_up, &UseCases::sign_up)),
                            {}});
  }
  return table;
}

}  // namespace

fcgi::RouteTable routes(const core::Configuration& configuration, app::UseCases& use_cases) {
  return table(configuration, Binding(&configuration, &use_cases), &configuration);
}

std::vector<core::MetricRoute> metric_routes(const core::Configuration& configuration) {
  std::vector<core::MetricRoute> names;
  for (const fcgi::Route& route : table(configuration, Binding(nullptr, nullptr), nullptr).routes)
    names.push_back({std::string(to_string(route.method)), std::string(route.pattern)});
  return names;
}

}  // namespace handlers
