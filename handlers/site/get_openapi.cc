// GET /openapi.json
#include "handlers/endpoints.h"
#include "pages/openapi_document.h"

namespace handlers {

core::Result<fcgi::Response> get_openapi(const fcgi::Request& /*request*/) {
  return fcgi::Response::json(200, std::string(pages::openapi_document()));
}

}  // namespace handlers
