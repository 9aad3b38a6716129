// GET /dashboard/artifacts/{artifact_id}/preview, its PDF at …/preview/file?download=1, and the
// rows of its table at …/preview/rows?format=csv
#include "app/artifact_previews.h"
#include "handlers/binding.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/share_files.h"
#include "pages/share_page.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> preview_artifact(app::ArtifactPreviews& previews,
                                              const fcgi::Request& request,
                                              const core::Session& session) {
  const auto preview = previews.page(actor(session, request), artifact_id(request));
  if (!preview) return page_problem(preview.error());
  const core::Artifact& artifact = preview->artifact;
  const templates::RenderedContent& content = *preview->rendered.entry;
  const bool is_table = artifact.content_template == core::Template::table;
  html::Html html = pages::share_page(
      {
          .content_template = artifact.content_template,
          .title = artifact.title,
          .description = artifact.description,
          .created_at = artifact.created_at,
          .updated_at = artifact.updated_at,
          .link_expires_at = std::nullopt,
          .file_path = path_of(artifact.id, "/preview/file"),
          .rows_path = is_table ? path_of(artifact.id, "/preview/rows") : std::string(),
          .csv_path = is_table ? path_of(artifact.id, "/preview/rows?format=csv") : std::string(),
          .allow_download = false,
          .is_preview = true,
      },
      content, pages::Presentation::whole_page);
  fcgi::Response response =
      preview_page(std::move(html),
                   {content.document_origin, content.has_remote_images, content.has_data_images});
  response.keep_until_written(preview->rendered.turn);
  return response;
}

core::Result<fcgi::Response> preview_file(app::ArtifactPreviews& previews,
                                          const fcgi::Request& request,
                                          const core::Session& session) {
  const auto file = previews.file(actor(session, request), artifact_id(request));
  if (!file) return page_problem(file.error());
  const bool is_download = request.query("download") == "1";
  fcgi::Response response =
      pdf_response(request, *file->pdf, file->artifact.title,
                   is_download ? Disposition::attachment : Disposition::shown_inline);
  add_preview_file_headers(response);
  return response;
}

core::Result<fcgi::Response> preview_rows(app::ArtifactPreviews& previews,
                                          const fcgi::Request& request,
                                          const core::Session& session) {
  const auto rows =
      previews.text(actor(session, request), artifact_id(request), form_of_rows(request));
  if (!rows) return page_problem(rows.error());
  fcgi::Response response = rows_response(form_of_rows(request), *rows->rendered.entry,
                                          rows->artifact.title, rows->rendered.turn);
  add_preview_file_headers(response);
  return response;
}

}  // namespace handlers::dashboard
