// GET /dashboard/artifacts/{artifact_id}/preview, its file at …/preview/file?download=1, the rows
// of its table at …/preview/rows?format=csv, and the document of a web page at …/preview/document
#include "app/artifact_previews.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/document_response.h"
#include "handlers/endpoint.h"
#include "handlers/file_response.h"
#include "handlers/page_response.h"
#include "pages/share_page.h"

namespace handlers::dashboard {
namespace {

core::Result<fcgi::Response> preview_artifact(const Context& context) {
  const auto preview = context.app.artifact_previews.page(context.principal, artifact_id(context));
  if (!preview) return page_problem(preview.error());
  const core::Artifact& artifact = preview->artifact;
  const templates::RenderedContent& content = *preview->rendered.entry;
  const bool is_table = artifact.content_template == core::Template::table;
  const std::string document = path_of(artifact.id, "/preview/document");
  const std::string frame =
      content.has_document ? context.configuration.public_base_url + document : "'self'";
  html::Html html = pages::share_page(
      context.configuration.installation,
      {
          .content_template = artifact.content_template,
          .title = artifact.title,
          .description = artifact.description,
          .created_at = artifact.created_at,
          .version = artifact.version,
          .version_at = artifact.updated_at,
          .link_expires_at = std::nullopt,
          .file_path = path_of(artifact.id, "/preview/file"),
          .rows_path = is_table ? path_of(artifact.id, "/preview/rows") : std::string(),
          .csv_path = is_table ? path_of(artifact.id, "/preview/rows?format=csv") : std::string(),
          .document_url = content.has_document ? document : std::string(),
          .web_pages = context.configuration.html,
          .allow_download = false,
          .is_preview = true,
      },
      content, pages::Presentation::whole_page);
  fcgi::Response response = preview_page(
      std::move(html),
      {content.document_origin, content.has_remote_images, content.has_data_images, frame});
  response.keep_until_written(preview->rendered.turn);
  return response;
}

core::Result<fcgi::Response> preview_file(const Context& context) {
  const auto file = context.app.artifact_previews.file(context.principal, artifact_id(context));
  if (!file) return page_problem(file.error());
  fcgi::Response response = artifact_file_response(context.request, *file);
  add_preview_file_headers(response, file->media_type);
  return response;
}

core::Result<fcgi::Response> preview_rows(const Context& context) {
  const auto rows = context.app.artifact_previews.text(context.principal, artifact_id(context),
                                                       form_of_rows(context.request));
  if (!rows) return page_problem(rows.error());
  fcgi::Response response = rows_response(form_of_rows(context.request), *rows->rendered.entry,
                                          rows->artifact.title, rows->rendered.turn);
  add_preview_file_headers(response);
  return response;
}

core::Result<fcgi::Response> preview_document(const Context& context) {
  if (!is_for_frame(context.request)) return redirect(path_of(artifact_id(context)));
  const auto html = context.app.artifact_previews.text(context.principal, artifact_id(context),
                                                       templates::Form::plain_text);
  if (!html) return page_problem(html.error());
  fcgi::Response response =
      document_response(context.configuration, context.request, html->rendered.entry->text);
  response.keep_until_written(html->rendered.turn);
  return response;
}

}  // namespace

std::vector<Endpoint> preview_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/preview",
            .access = Access::user},
           preview_artifact},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/preview/file",
            .access = Access::user},
           preview_file},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/preview/document",
            .access = Access::user},
           preview_document},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/preview/rows",
            .access = Access::user},
           preview_rows}};
}

}  // namespace handlers::dashboard
