// GET /, /favicon.ico, /docs/ and /dashboard/: what people and browsers ask of a host

#include "core/configuration.h"
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "pages/site_pages.h"

namespace handlers {

core::Result<fcgi::Response> view_front(const core::Configuration& configuration,
                                        const fcgi::Request& /*request*/) {
  return page(configuration, 200, pages::front_page());
}

core::Result<fcgi::Response> find_favicon(const fcgi::Request& /*request*/) {
  // The icon's name changes with its content, so the redirect is cached for a day.
  fcgi::Response response = fcgi::Response::see_other(std::string(pages::favicon_path()));
  response.header("Cache-Control", "public, max-age=86400");
  return response;
}

core::Result<fcgi::Response> leave_out_slash(const fcgi::Request& request) {
  const std::string_view path = request.path();
  return fcgi::Response::moved(std::string(path.substr(0, path.size() - 1)));
}

// GET /docs

core::Result<fcgi::Response> view_docs(const core::Configuration& configuration,
                                       const fcgi::Request& /*request*/) {
  fcgi::Response response =
      fcgi::Response::html(200, pages::docs_page(configuration.public_base_url).str());
  response.header("Content-Security-Policy",
                  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.header("Referrer-Policy", "no-referrer");
  response.header("Cache-Control", "no-cache");
  add_isolation_headers(response);
  return response;
}

// GET /openapi.json

core::Result<fcgi::Response> get_openapi(const core::Configuration& configuration,
                                         const fcgi::Request& /*request*/) {
  return fcgi::Response::json(200, pages::openapi_document(configuration.public_base_url));
}

}  // namespace handlers
