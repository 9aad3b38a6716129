#include "handlers/share_pages/share_view.h"

#include "core/artifact/previewer.h"
#include "core/json/json_writer.h"
#include "core/operation/configuration.h"
#include "core/operation/metrics.h"
#include "db/artifacts/share_store.h"
#include "db/counters/view_counter.h"
#include "handlers/page_response.h"
#include "pages/share_page.h"
#include "rendering/artifact_renderer.h"

namespace handlers {
namespace {

// A link may be stricter than the installation with images of other hosts, never less strict.
rendering::ViewedArtifact viewed(const Services& services, const OpenLink& link) {
  const core::RemoteImages images = services.configuration.remote_images;
  return {link.claims.artifact, link.view.artifact_version, link.view.content_template,
          link.view.account, core::stricter(images, link.view.remote_images.value_or(images))};
}

core::Result<fcgi::Response> as_page(Services& services, const fcgi::Request& request,
                                     const OpenLink& link) {
  const auto rendered = services.renderer.page(viewed(services, link));
  if (!rendered) return rendered.error();
  const rendering::RenderCache::Entry& content = rendered->entry;
  if (!content) return gone();
  const pages::SharedArtifact shown{
      .content_template = link.view.content_template,
      .title = link.view.title,
      .description = link.view.description,
      .created_at = link.view.created_at,
      .updated_at = link.view.updated_at,
      .link_expires_at = link.view.link_expires_at,
      .file_path = file_path(request),
      .allow_download = link.view.allow_download,
  };
  fcgi::Response response = page(services.configuration, 200,
                                 pages::share_page(shown, *content, wanted_presentation(request)),
                                 {content->document_origin, content->has_remote_images});
  response.keep_until_written(rendered->turn);
  return response;
}

std::string json_of(const OpenLink& link, const std::string& content) {
  core::JsonWriter json;
  json.begin_object();
  json.member("id", link.claims.artifact.to_string());
  json.member("template", core::to_string(link.view.content_template));
  json.member("title", link.view.title);
  json.member("description", link.view.description);
  json.key("content").raw(content);
  json.member("createdAt", link.view.created_at.rfc3339());
  json.member("updatedAt", link.view.updated_at.rfc3339());
  if (link.view.artifact_expires_at)
    json.member("expiresAt", link.view.artifact_expires_at->rfc3339());
  json.end_object();
  return json.text();
}

// One of the forms for programs: the content object with its artifact's fields, the source of a
// Markdown artifact, the rows of a table. Nothing where the content has no such form.
core::Result<std::optional<fcgi::Response>> as_form(Services& services, const OpenLink& link,
                                                    rendering::Form form) {
  const auto made = services.renderer.form(viewed(services, link), form);
  if (!made) return made.error();
  if (!made->entry) return gone();
  if (!made->entry->exists) return std::optional<fcgi::Response>();
  const std::string& text = made->entry->text;
  fcgi::Response response =
      form == rendering::Form::json
          ? fcgi::Response::json(200, json_of(link, text))
          : fcgi::Response::plain(200,
                                  form == rendering::Form::csv ? "text/csv; charset=utf-8"
                                                               : "text/markdown; charset=utf-8",
                                  text);
  add_page_headers(services.configuration, response);
  response.keep_until_written(made->turn);
  return std::optional(std::move(response));
}

// The form that is wanted, if the template has it.
std::optional<rendering::Form> wanted_form(const fcgi::Request& request,
                                           core::Template content_template) {
  switch (wanted_representation(request)) {
    case Representation::json:
      return rendering::Form::json;
    case Representation::markdown:
      if (content_template == core::Template::markdown) return rendering::Form::markdown;
      break;
    case Representation::csv:
      if (content_template == core::Template::table) return rendering::Form::csv;
      break;
    case Representation::page:
      break;
  }
  return std::nullopt;
}

}  // namespace

bool waits_for_click(const fcgi::Request& request, const OpenLink& link) {
  if (link.view.password_hash || wanted_representation(request) != Representation::page)
    return false;
  return link.view.has_view_limit || core::is_previewer(request.parameter("HTTP_USER_AGENT"));
}

fcgi::Response cover(Services& services, const fcgi::Request& request, const OpenLink& link) {
  const pages::Presentation presentation = wanted_presentation(request);
  const std::string path = link_path(request);
  return page(
      services.configuration, 200,
      pages::cover_page(
          {
              .content_template = link.view.content_template,
              .title = link.view.title,
              .description = link.view.description,
              .has_view_limit = link.view.has_view_limit,
              .path = presentation == pages::Presentation::embedded ? path + "&embed=1" : path,
          },
          presentation));
}

core::Result<fcgi::Response> show(Services& services, const fcgi::Request& request,
                                  const OpenLink& link) {
  if (const auto form = wanted_form(request, link.view.content_template)) {
    auto response = as_form(services, link, *form);
    if (!response) return response.error();
    if (*response) return **std::move(response);
  }
  return as_page(services, request, link);
}

core::Result<fcgi::Response> show_counted(Services& services, const fcgi::Request& request,
                                          const OpenLink& link) {
  core::Result<fcgi::Response> response = show(services, request, link);
  if (!response) return response;
  // What could not be shown is no view, so it counts once the answer is there.
  if (!link.view.has_view_limit) {
    services.views.count(link.claims.share, link.view.account);
  } else if (!services.shares.count_view(link.claims.share)) {
    return gone();
  } else if (link.view.content_template == core::Template::pdf) {
    response->header("Set-Cookie", view_cookie(services, link, wanted_presentation(request)));
  }
  services.metrics.count(core::view_counter(link.view.content_template));
  return response;
}

}  // namespace handlers
