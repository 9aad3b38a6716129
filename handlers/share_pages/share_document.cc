// GET /a/{artifact_id}/document?opened=…, the document of a web page for the frame of its page.
#include <string>

#include "handlers/document_response.h"
#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "handlers/request.h"
#include "handlers/share_pages/viewer_request.h"

namespace handlers {
namespace {

core::Error not_here() { return {core::ErrorCode::not_found, "no resource at this URL"}; }

// Whoever opens the frame's address by itself is led to the page. Its token is given to those only
// who have had it, as the document knows this address. The host of documents knows no viewers.
core::Result<fcgi::Response> lead_to_page(const Context& context,
                                          const app::DocumentAddress& address) {
  const core::Configuration& configuration = context.configuration;
  const CookieProofs proofs(context.request);
  const auto token =
      context.app.share_views.token_of_page(address, viewer(context.request, proofs));
  if (token) {
    fcgi::Response response = fcgi::Response::see_other(
        configuration.public_base_url + page_path({address.artifact, *token, address.version}));
    add_page_headers(configuration, response);
    return response;
  }
  const std::string_view here = context.request.parameter("HTTP_HOST");
  if (configuration.content_base_url == configuration.public_base_url ||
      configuration.content_base_url != "https://" + std::string(here))
    return not_here();
  fcgi::Response response = fcgi::Response::see_other(
      configuration.public_base_url + std::string(context.request.parameter("REQUEST_URI")));
  add_page_headers(configuration, response);
  return response;
}

core::Result<fcgi::Response> share_document(const Context& context) {
  const app::DocumentAddress address{id_in_path<core::ArtifactId>(context.request),
                                     context.request.query("opened").value_or(""),
                                     context.request.query("version")};
  if (context.configuration.html == core::WebPages::off) return not_here();
  if (context.request.parameter("HTTP_SEC_FETCH_DEST") == "document")
    return lead_to_page(context, address);
  if (!is_for_frame(context.request)) return not_here();
  const CookieProofs proofs(context.request);
  const auto opened =
      context.app.share_views.open_document(address, viewer(context.request, proofs));
  if (!opened) return opened.error();
  fcgi::Response response =
      document_response(context.configuration, context.request, opened->html->text);
  response.keep_until_written(opened->turn);
  return response;
}

}  // namespace

std::vector<Endpoint> share_document_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/a/{artifact_id}/document", .access = Access::anyone},
       share_document}};
}

}  // namespace handlers
