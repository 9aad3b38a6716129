// GET /, /favicon.ico, /docs and /openapi.json; redirects of /docs/ and /dashboard/
#include <string>
#include <utility>

#include "core/configuration.h"
#include "handlers/endpoint.h"
#include "handlers/operations/site.html.h"
#include "handlers/page_response.h"
#include "html/html.h"
#include "pages/document.h"
#include "pages/home_page.h"

namespace handlers {
namespace {

using html::Html;

// The API reference: docs/openapi.yaml as HTML, compiled in by the build (build_reference.mjs).
// With the public address of the service in its examples.
Html docs_page(const core::Configuration& configuration) {
  // The reference, split where the base URL belongs. Constants one by one: Clang takes no constant
  // expression of this length.
  static const html::Literal kParts[] = {
#include "pages/reference.inc"
  };
  const core::Installation& installation = configuration.installation;
  Html reference = pages::skip_link();
  if (installation.home_page.is_there) {
    reference +=
        site_html::front_page({.icon = pages::icon(installation, 20), .name = installation.name});
  }
  for (const html::Literal& part : kParts) {
    if (&part != kParts) reference.append_text(configuration.public_base_url);
    reference += part;
  }
  Html head = pages::theme_script(true);
  head += pages::stylesheet(html::kStylesheet);
  head += pages::stylesheet(html::kDocsStylesheet);
  head += site_html::docs({.page_script = html::kPageScript, .docs_script = html::kDocsScript});
  return pages::document(
      {installation, installation.name + " API", std::move(head), "docs", std::move(reference)});
}

// The API specification (OpenAPI 3.1): docs/openapi.yaml as JSON, compiled in by the build. With
// `base_url` in the URLs of its servers.
std::string openapi_document(std::string_view base_url) {
  // The document without its base URL, which stands between each two of these.
  static constexpr std::string_view kParts[] = {
#include "pages/openapi_document.inc"
  };
  std::size_t size = 0;
  for (const std::string_view part : kParts) size += part.size() + base_url.size();
  std::string document;
  document.reserve(size);
  for (const std::string_view& part : kParts) {
    if (&part != kParts) document += base_url;
    document += part;
  }
  return document;
}

core::Result<fcgi::Response> view_home(const Context& context) {
  const core::Installation& installation = context.configuration.installation;
  if (!installation.home_page.is_there)
    return core::Error{core::ErrorCode::not_found, "no resource at this URL"};
  if (!installation.home_page.elsewhere.empty())
    return fcgi::Response::see_other(installation.home_page.elsewhere);
  fcgi::Response response =
      page(context.configuration, 200,
           pages::home_page(installation, context.configuration.public_base_url));
  response.header("Link", "</openapi.json>; rel=\"service-desc\"; type=\"application/json\"");
  return response;
}

core::Result<fcgi::Response> find_favicon(const Context& context) {
  // The icon's name changes with its content, so the redirect is cached for a day.
  const core::Installation& installation = context.configuration.installation;
  fcgi::Response response = fcgi::Response::see_other(
      std::string(installation.logo ? pages::icon_address(installation) : html::kFaviconIco));
  response.header("Cache-Control", "public, max-age=86400");
  return response;
}

core::Result<fcgi::Response> redirect_without_slash(const Context& context) {
  const std::string_view path = context.request.path();
  return fcgi::Response::moved(std::string(path.substr(0, path.size() - 1)));
}

core::Result<fcgi::Response> view_docs(const Context& context) {
  fcgi::Response response = fcgi::Response::html(200, docs_page(context.configuration).str());
  response.header("Content-Security-Policy",
                  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.header("Referrer-Policy", "no-referrer");
  response.header("Cache-Control", "no-cache");
  add_isolation_headers(response);
  return response;
}

core::Result<fcgi::Response> get_openapi(const Context& context) {
  return fcgi::Response::json(200, openapi_document(context.configuration.public_base_url));
}

}  // namespace

std::vector<Endpoint> site_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/openapi.json", .access = Access::network}, get_openapi},
      {{.method = Method::get, .pattern = "/docs", .access = Access::anyone}, view_docs},
      {{.method = Method::get, .pattern = "/docs/", .access = Access::anyone},
       redirect_without_slash},
      {{.method = Method::get, .pattern = "/dashboard/", .access = Access::anyone},
       redirect_without_slash},
      {{.method = Method::get, .pattern = "/favicon.ico", .access = Access::anyone}, find_favicon},
      {{.method = Method::get, .pattern = "/", .access = Access::anyone}, view_home}};
}

}  // namespace handlers
