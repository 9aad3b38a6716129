// GET /openapi.json
#include "core/operation/configuration.h"
#include "handlers/endpoints.h"
#include "pages/openapi_document.h"

namespace handlers {

core::Result<fcgi::Response> get_openapi(const core::Configuration& configuration,
                                         const fcgi::Request& /*request*/) {
  return fcgi::Response::json(200, pages::openapi_document(configuration.public_base_url));
}

}  // namespace handlers
