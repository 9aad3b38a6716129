// The routes of the settings of the account and of its users.
#include "handlers/dashboard/endpoints.h"
#include "handlers/routes/groups.h"
#include "handlers/routes/handler_options.h"

namespace handlers {

std::vector<fcgi::Route> settings_routes(const Binding& bound) {
  using app::UseCases;
  using fcgi::Method;
  return {
      {.method = Method::get,
       .pattern = "/dashboard/settings/keys",
       .handler = bound.signed_in(dashboard::list_keys, &UseCases::api_keys)},
      {.method = Method::get,
       .pattern = "/dashboard/settings/keys/new",
       .handler = bound.signed_in(dashboard::show_create_key)},
      {.method = Method::post,
       .pattern = "/dashboard/settings/keys/new",
       .handler = bound.adds(bound.signed_in(dashboard::create_key, &UseCases::api_keys))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/keys/{key_id}/revoke",
       .handler = bound.signed_in(dashboard::show_revoke_key, &UseCases::api_keys)},
      {.method = Method::post,
       .pattern = "/dashboard/settings/keys/{key_id}/revoke",
       .handler = bound.signed_in(dashboard::revoke_key, &UseCases::api_keys)},
      {.method = Method::get,
       .pattern = "/dashboard/settings/apps",
       .handler = bound.signed_in(dashboard::list_connected_apps, &UseCases::connected_apps)},
      {.method = Method::get,
       .pattern = "/dashboard/settings/apps/{app_id}/disconnect",
       .handler = bound.signed_in(dashboard::show_disconnect_app, &UseCases::connected_apps)},
      {.method = Method::post,
       .pattern = "/dashboard/settings/apps/{app_id}/disconnect",
       .handler =
           even_if_disabled(bound.signed_in(dashboard::disconnect_app, &UseCases::connected_apps))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/profile",
       .handler = bound.signed_in(dashboard::show_profile, &UseCases::second_factors)},
      {.method = Method::post,
       .pattern = "/dashboard/settings/profile",
       .handler = even_if_disabled(bound.signed_in(dashboard::change_password, &UseCases::profile,
                                                   &UseCases::second_factors))},
      {.method = Method::post,
       .pattern = "/dashboard/settings/profile/sign-out",
       .handler =
           even_if_disabled(bound.signed_in(dashboard::sign_out_everywhere, &UseCases::profile))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/second-factor",
       .handler = bound.signed_in(dashboard::show_set_up_second_factor, &UseCases::second_factors)},
      {.method = Method::post,
       .pattern = "/dashboard/settings/second-factor",
       .handler = even_if_disabled(
           bound.signed_in(dashboard::set_up_second_factor, &UseCases::second_factors))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/second-factor/turn-off",
       .handler =
           bound.signed_in(dashboard::show_turn_off_second_factor, &UseCases::second_factors)},
      {.method = Method::post,
       .pattern = "/dashboard/settings/second-factor/turn-off",
       .handler = even_if_disabled(
           bound.signed_in(dashboard::turn_off_second_factor, &UseCases::second_factors))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/publishing",
       .handler =
           for_owners(bound.signed_in(dashboard::show_publishing, &UseCases::publishing_settings))},
      {.method = Method::post,
       .pattern = "/dashboard/settings/publishing",
       .handler = for_owners(
           bound.signed_in(dashboard::change_publishing, &UseCases::publishing_settings))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/members",
       .handler = for_owners(bound.signed_in(dashboard::show_members, &UseCases::members))},
      {.method = Method::post,
       .pattern = "/dashboard/settings/members",
       .handler =
           bound.adds(for_owners(bound.signed_in(dashboard::add_member, &UseCases::members)))},
      {.method = Method::post,
       .pattern = "/dashboard/settings/members/{user_id}/password-link",
       .handler =
           for_owners(bound.signed_in(dashboard::make_member_password_link, &UseCases::members))},
      {.method = Method::post,
       .pattern = "/dashboard/settings/members/{user_id}/role",
       .handler = for_owners(bound.signed_in(dashboard::change_member_role, &UseCases::members))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/members/{user_id}/remove",
       .handler = for_owners(bound.signed_in(dashboard::show_remove_member, &UseCases::members))},
      {.method = Method::post,
       .pattern = "/dashboard/settings/members/{user_id}/remove",
       .handler = for_owners(bound.signed_in(dashboard::remove_member, &UseCases::members))},
      {.method = Method::get,
       .pattern = "/dashboard/settings/audit",
       .handler = for_owners(bound.signed_in(dashboard::show_audit_log, &UseCases::audit_trail))},
  };
}

}  // namespace handlers
