// GET /dashboard/artifacts/{artifact_id}/preview, and its PDF at …/preview/file?download=1
#include "core/operation/configuration.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/form_problem.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/pdf_file.h"
#include "pages/dashboard/artifact_labels.h"
#include "pages/share_page.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"
#include "templates/registry.h"

namespace handlers::dashboard {

// As those who have a link see it; nothing is counted.
core::Result<fcgi::Response> preview_artifact(Services& services, app::Artifacts& artifacts,
                                              const fcgi::Request& request,
                                              const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  const auto rendered =
      services.renderer.page({artifact->id, artifact->version, artifact->content_template,
                              session.account, services.configuration.remote_images});
  if (!rendered) return rendered.error();
  const rendering::RenderCache::Entry& content = rendered->entry;
  if (!content) return not_found();
  html::Html html = pages::share_page(
      {
          .content_template = artifact->content_template,
          .title = artifact->title,
          .description = artifact->description,
          .created_at = artifact->created_at,
          .updated_at = artifact->updated_at,
          .link_expires_at = std::nullopt,
          .file_path = pages::dashboard::path_of(artifact->id, "/preview/file"),
          .allow_download = false,
      },
      *content, pages::Presentation::whole_page);
  fcgi::Response response =
      preview_page(std::move(html), {content->document_origin, content->has_remote_images});
  response.keep_until_written(rendered->turn);
  return response;
}

core::Result<fcgi::Response> preview_file(Services& services, app::Artifacts& artifacts,
                                          const fcgi::Request& request,
                                          const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  if (!templates::definition_of(artifact->content_template).has_file) return not_found();
  const auto pdf =
      services.pdfs.find({artifact->id, artifact->version, artifact->title, session.account});
  if (!pdf) return pdf.error();
  const bool is_download = request.query("download") == "1";
  fcgi::Response response =
      pdf_response(request, **pdf, artifact->title,
                   is_download ? Disposition::attachment : Disposition::shown_inline);
  add_preview_file_headers(response);
  return response;
}

}  // namespace handlers::dashboard
