// GET /, /favicon.ico, /docs/ and /dashboard/: what people and browsers ask of a host
#include "core/operation/configuration.h"
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "pages/front_page.h"

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

}  // namespace handlers
