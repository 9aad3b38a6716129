// GET /branding/logo and /branding/colors.css, what pages show of the installation, and
// /branding/sender?v=…, the logo of an account with this digest
#include <optional>
#include <string>
#include <utility>

#include "core/installation.h"
#include "handlers/endpoint.h"
#include "handlers/page_response.h"

namespace handlers {
namespace {

// An SVG can have styles of its own; as a document, it must not run a script.
constexpr const char* kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox";

constexpr const char* kForever = "public, max-age=31536000, immutable";

core::Error no_resource() { return {core::ErrorCode::not_found, "no resource at this path"}; }

core::Result<fcgi::Response> serve(const Context& context,
                                   const std::optional<core::ServedFile>& file) {
  if (!file) return no_resource();
  fcgi::Response response = fcgi::Response::plain(200, file->media_type, file->data);
  response.header("Content-Security-Policy", kPolicy);
  // While workers are replaced, one is asked for a file that only the others have.
  response.header("Cache-Control",
                  context.request.parameter("REQUEST_URI") == std::string_view(file->address)
                      ? kForever
                      : "no-cache");
  add_isolation_headers(response);
  return response;
}

core::Result<fcgi::Response> get_logo(const Context& context) {
  return serve(context, context.configuration.installation.logo);
}

core::Result<fcgi::Response> get_colors(const Context& context) {
  return serve(context, context.configuration.installation.stylesheet);
}

core::Result<fcgi::Response> get_sender_logo(const Context& context) {
  auto logo = context.app.senders.shown_logo(context.request.query("v").value_or(""));
  if (!logo) return no_resource();
  fcgi::Response response = fcgi::Response::plain(200, "image/png", *std::move(logo));
  response.header("Content-Security-Policy", kPolicy);
  response.header("Cache-Control", kForever);
  add_isolation_headers(response);
  return response;
}

}  // namespace

std::vector<Endpoint> branding_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/branding/logo", .access = Access::anyone}, get_logo},
      {{.method = Method::get, .pattern = "/branding/colors.css", .access = Access::anyone},
       get_colors},
      {{.method = Method::get, .pattern = "/branding/sender", .access = Access::anyone},
       get_sender_logo}};
}

}  // namespace handlers
