#include "handlers/share_pages/ended_link.h"

#include "handlers/page_response.h"
#include "handlers/representation.h"
#include "handlers/share_pages/viewer_request.h"
#include "pages/message_page.h"

namespace handlers {

core::Result<fcgi::Response> refused(const Context& context, const app::ShareAddress& address,
                                     const core::Error& error) {
  if (core::http_status(error.code) != 410 || !wants_page(context.request)) return error;
  const auto sender = context.app.share_views.sender_of(address);
  const app::ShareAddress without_version{address.artifact, address.token};
  if (error.code != core::ErrorCode::version_erased || !address.version ||
      context.app.share_views.problem_of(without_version))
    return error_page(context.configuration, context.request, error, sender);
  fcgi::Response response =
      page(context.configuration, core::http_status(error.code),
           pages::erased_version_page(
               context.configuration.installation, page_path(without_version),
               wanted_presentation(context.request), wanted_language(context.request), sender));
  response.error_headers(error);
  return response;
}

}  // namespace handlers
