// The routes of what the service says of itself, and what it runs by.
#include "handlers/endpoints.h"
#include "handlers/routes/groups.h"

namespace handlers {

std::vector<fcgi::Route> site_routes(const core::Configuration& configuration,
                                     const Binding& bound) {
  using app::UseCases;
  using fcgi::Method;
  std::vector<fcgi::Route> routes{
      {.method = Method::get,
       .pattern = "/.well-known/ai-catalog.json",
       .handler = bound.open(get_ai_catalog)},
      {.method = Method::get, .pattern = "/llms.txt", .handler = bound.open(get_llms_txt)},
      {.method = Method::get, .pattern = "/openapi.json", .handler = bound.keyless(get_openapi)},
      {.method = Method::get, .pattern = "/docs", .handler = bound.open(view_docs)},
      {.method = Method::get, .pattern = "/docs/", .handler = bound.open(leave_out_slash)},
      {.method = Method::get, .pattern = "/dashboard/", .handler = bound.open(leave_out_slash)},
      {.method = Method::get, .pattern = "/favicon.ico", .handler = bound.open(find_favicon)},
      {.method = Method::get, .pattern = "/", .handler = bound.open(view_front)},
      {.method = Method::get, .pattern = "/healthz", .handler = bound.open(healthz)},
      {.method = Method::get,
       .pattern = "/readyz",
       .handler = bound.open(readyz, &UseCases::service_status)},
      {.method = Method::get,
       .pattern = "/metrics",
       .handler = bound.open(get_metrics, &UseCases::service_status)},
      {.method = Method::get, .pattern = "/self-check", .handler = bound.open(self_check)},
  };
  if (!configuration.security_contacts.empty())
    routes.push_back({.method = Method::get,
                      .pattern = "/.well-known/security.txt",
                      .handler = bound.open(get_security_txt)});
  return routes;
}

}  // namespace handlers
