// GET /docs
#include "core/operation/configuration.h"
#include "handlers/endpoints.h"
#include "handlers/private_headers.h"
#include "pages/docs_page.h"

namespace handlers {

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

}  // namespace handlers
