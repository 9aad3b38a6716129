// GET /a/{artifact_id}?token=…
#include "handlers/endpoints.h"
#include "handlers/share_pages/opened_link.h"

namespace handlers {

core::Result<fcgi::Response> view_share(const core::Configuration& configuration,
                                        app::ShareViews& share_views,
                                        const fcgi::Request& request) {
  const bool is_get = request.method() == fcgi::Method::get;
  return open_link(configuration, share_views, request,
                   is_get ? app::Opening::open : app::Opening::peek);
}

}  // namespace handlers
