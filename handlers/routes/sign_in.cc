// The routes of the dashboard for signing up, in and out.
#include "handlers/dashboard/endpoints.h"
#include "handlers/routes/groups.h"
#include "handlers/routes/handler_options.h"

namespace handlers {

std::vector<fcgi::Route> sign_in_routes(const core::Configuration& configuration,
                                        const Binding& bound) {
  using app::UseCases;
  using fcgi::Method;
  std::vector<fcgi::Route> routes{
      {.method = Method::get,
       .pattern = "/dashboard/sign-in",
       .handler = bound.visitor(dashboard::show_sign_in, &UseCases::sign_up)},
      {.method = Method::post,
       .pattern = "/dashboard/sign-in",
       .handler = bound.visitor(dashboard::sign_in, &UseCases::sign_in, &UseCases::sign_up)},
      {.method = Method::get,
       .pattern = "/dashboard/sign-in/code",
       .handler = bound.visitor(dashboard::show_sign_in_code, &UseCases::sign_in)},
      {.method = Method::post,
       .pattern = "/dashboard/sign-in/code",
       .handler = bound.visitor(dashboard::sign_in_code, &UseCases::sign_in)},
      {.method = Method::get,
       .pattern = "/dashboard/set-password",
       .handler = bound.visitor(dashboard::show_set_password, &UseCases::sign_in)},
      {.method = Method::post,
       .pattern = "/dashboard/set-password",
       .handler = bound.visitor(dashboard::set_password, &UseCases::sign_in)},
      {.method = Method::post,
       .pattern = "/dashboard/sign-out",
       .handler = even_if_disabled(bound.signed_in(dashboard::sign_out, &UseCases::profile))}};
  if (configuration.sign_up) {
    routes.push_back({.method = Method::get,
                      .pattern = "/dashboard/sign-up",
                      .handler = bound.visitor(dashboard::show_sign_up)});
    routes.push_back(
        {.method = Method::post,
         .pattern = "/dashboard/sign-up",
         .handler = bound.adds(bound.visitor(dashboard::sign_up, &UseCases::sign_up))});
  }
  return routes;
}

}  // namespace handlers
