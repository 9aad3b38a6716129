// The routes of share links.
#include "handlers/endpoints.h"
#include "handlers/routes/groups.h"

namespace handlers {

std::vector<fcgi::Route> share_page_routes(const Binding& bound) {
  using app::UseCases;
  using fcgi::Method;
  return {
      {.method = Method::get,
       .pattern = "/a/{artifact_id}",
       .handler = bound.open(view_share, &UseCases::share_views)},
      {.method = Method::post,
       .pattern = "/a/{artifact_id}",
       .handler = bound.open(unlock_share, &UseCases::share_views)},
      {.method = Method::get,
       .pattern = "/a/{artifact_id}/file",
       .handler = bound.open(view_file, &UseCases::share_views)},
      {.method = Method::get,
       .pattern = "/a/{artifact_id}/rows",
       .handler = bound.open(view_rows, &UseCases::share_views)},
  };
}

}  // namespace handlers
