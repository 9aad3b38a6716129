#include "handlers/share_view.h"

#include "core/configuration.h"
#include "core/content.h"
#include "core/json_tree.h"
#include "core/json_writer.h"
#include "core/metrics.h"
#include "core/previewer.h"
#include "core/table_content.h"
#include "db/share_store.h"
#include "db/view_counter.h"
#include "handlers/page_response.h"
#include "handlers/rendered_artifact.h"
#include "pages/share_page.h"

namespace handlers {
namespace {

core::Result<fcgi::Response> as_page(Services& services, const fcgi::Request& request,
                                     const OpenLink& link) {
  const RenderCache::Entry content = rendered_artifact(
      services, link.claims.artifact, link.view.content_template, link.view.artifact_version);
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
  return page(services.configuration, 200,
              pages::share_page(shown, *content, wanted_presentation(request)),
              {content->document_origin, content->has_remote_images});
}

core::Result<fcgi::Response> as_json(Services& services, const OpenLink& link) {
  const auto stored = services.shares.find_content(link.claims.artifact);
  if (!stored) return gone();
  core::JsonWriter json;
  json.begin_object();
  json.member("id", link.claims.artifact.to_string());
  json.member("template", core::to_string(link.view.content_template));
  json.member("title", link.view.title);
  json.member("description", link.view.description);
  json.key("content").raw(stored->content);
  json.member("createdAt", link.view.created_at.rfc3339());
  json.member("updatedAt", link.view.updated_at.rfc3339());
  if (link.view.artifact_expires_at)
    json.member("expiresAt", link.view.artifact_expires_at->rfc3339());
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  add_page_headers(services.configuration, response);
  return response;
}

// The source of a Markdown artifact; nothing where there is none.
std::optional<fcgi::Response> as_markdown(Services& services, const OpenLink& link) {
  if (link.view.content_template != core::Template::markdown) return std::nullopt;
  const auto stored = services.shares.find_content(link.claims.artifact);
  if (!stored) return std::nullopt;
  const auto content = core::JsonObject::parse(stored->content);
  const core::JsonMember* text = content ? core::find_markdown_text(*content) : nullptr;
  if (text == nullptr) return std::nullopt;
  fcgi::Response response =
      fcgi::Response::plain(200, "text/markdown; charset=utf-8", text->string);
  add_page_headers(services.configuration, response);
  return response;
}

// The rows of a table; nothing where there are none.
std::optional<fcgi::Response> as_csv(Services& services, const OpenLink& link) {
  if (link.view.content_template != core::Template::table) return std::nullopt;
  const auto stored = services.shares.find_content(link.claims.artifact);
  if (!stored) return std::nullopt;
  const auto tree = core::JsonTree::parse(stored->content);
  if (!tree) return std::nullopt;
  const auto table = core::read_table(tree->root());
  if (!table || !*table) return std::nullopt;
  fcgi::Response response =
      fcgi::Response::plain(200, "text/csv; charset=utf-8", core::to_csv(**table));
  add_page_headers(services.configuration, response);
  return response;
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
  switch (wanted_representation(request)) {
    case Representation::json:
      return as_json(services, link);
    case Representation::markdown:
      if (auto response = as_markdown(services, link)) return *std::move(response);
      break;
    case Representation::csv:
      if (auto response = as_csv(services, link)) return *std::move(response);
      break;
    case Representation::page:
      break;
  }
  return as_page(services, request, link);
}

core::Result<fcgi::Response> show_counted(Services& services, const fcgi::Request& request,
                                          const OpenLink& link) {
  if (!link.view.has_view_limit) {
    services.views.count(link.claims.share, link.view.account);
    services.metrics.count(core::view_counter(link.view.content_template));
    return show(services, request, link);
  }
  if (!services.shares.count_view(link.claims.share)) return gone();
  services.metrics.count(core::view_counter(link.view.content_template));
  core::Result<fcgi::Response> response = show(services, request, link);
  if (response && link.view.content_template == core::Template::pdf)
    response->header("Set-Cookie", view_cookie(services, link, wanted_presentation(request)));
  return response;
}

}  // namespace handlers
