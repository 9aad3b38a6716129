// The routes of the dashboard's pages of artifacts and usage.
#include "handlers/dashboard/endpoints.h"
#include "handlers/routes/groups.h"

namespace handlers {

std::vector<fcgi::Route> dashboard_routes(const Binding& bound) {
  using app::UseCases;
  using fcgi::Method;
  return {
      {.method = Method::get, .pattern = "/dashboard", .handler = bound.signed_in(dashboard::home)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts",
       .handler = bound.signed_in(dashboard::list_artifacts, &UseCases::artifacts,
                                  &UseCases::share_links)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}",
       .handler =
           bound.signed_in(dashboard::show_artifact, &UseCases::artifacts, &UseCases::share_links)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/json",
       .handler = bound.signed_in(dashboard::show_artifact_json, &UseCases::artifacts)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/preview",
       .handler = bound.signed_in(dashboard::preview_artifact, &UseCases::artifact_previews)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/preview/file",
       .handler = bound.signed_in(dashboard::preview_file, &UseCases::artifact_previews)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/preview/rows",
       .handler = bound.signed_in(dashboard::preview_rows, &UseCases::artifact_previews)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/edit",
       .handler = bound.signed_in(dashboard::show_edit_artifact, &UseCases::artifacts)},
      {.method = Method::post,
       .pattern = "/dashboard/artifacts/{artifact_id}/edit",
       .handler = bound.adds(bound.signed_in(dashboard::edit_artifact, &UseCases::artifacts))},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/delete",
       .handler = bound.signed_in(dashboard::show_delete_artifact, &UseCases::artifacts)},
      {.method = Method::post,
       .pattern = "/dashboard/artifacts/{artifact_id}/delete",
       .handler = bound.signed_in(dashboard::delete_artifact, &UseCases::artifacts)},
      {.method = Method::post,
       .pattern = "/dashboard/artifacts/{artifact_id}/delete-permanently",
       .handler = bound.signed_in(dashboard::delete_artifact_permanently, &UseCases::artifacts)},
      {.method = Method::post,
       .pattern = "/dashboard/artifacts/{artifact_id}/restore",
       .handler = bound.signed_in(dashboard::restore_artifact, &UseCases::artifacts)},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/shares/new",
       .handler = bound.signed_in(dashboard::show_create_share_link, &UseCases::artifacts,
                                  &UseCases::share_links)},
      {.method = Method::post,
       .pattern = "/dashboard/artifacts/{artifact_id}/shares/new",
       .handler = bound.adds(bound.signed_in(dashboard::create_share_link, &UseCases::artifacts,
                                             &UseCases::share_links))},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
       .handler = bound.signed_in(dashboard::show_change_share_link, &UseCases::artifacts,
                                  &UseCases::share_links)},
      {.method = Method::post,
       .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
       .handler = bound.adds(bound.signed_in(dashboard::change_share_link, &UseCases::artifacts,
                                             &UseCases::share_links))},
      {.method = Method::get,
       .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
       .handler = bound.signed_in(dashboard::show_revoke_share_link, &UseCases::artifacts,
                                  &UseCases::share_links)},
      {.method = Method::post,
       .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
       .handler = bound.signed_in(dashboard::revoke_share_link, &UseCases::share_links)},
      {.method = Method::get,
       .pattern = "/dashboard/usage",
       .handler = bound.signed_in(dashboard::show_usage, &UseCases::account_overview)},
  };
}

}  // namespace handlers
