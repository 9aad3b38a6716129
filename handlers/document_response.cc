#include "handlers/document_response.h"

#include <string>

#include "templates/html/html_document.h"

namespace handlers {
namespace {

// An opaque origin has nothing that eval() could reach, and what models write needs it.
constexpr std::string_view kWithScripts =
    "sandbox allow-scripts allow-forms allow-modals allow-downloads; "
    "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob:; "
    "worker-src data: blob:; connect-src data: blob:; ";
// A click on a link opens a tab, which no script can do.
constexpr std::string_view kWithoutScripts =
    "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox; ";
constexpr std::string_view kOfAll =
    "default-src 'none'; style-src 'unsafe-inline' data: blob:; img-src data: blob:; "
    "font-src data: blob:; media-src data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors ";

// All that a document in a frame could get, but clipboard-write and fullscreen.
constexpr std::string_view kPermissions =
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), "
    "encrypted-media=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), "
    "identity-credentials-get=(), idle-detection=(), local-fonts=(), magnetometer=(), "
    "microphone=(), midi=(), otp-credentials=(), payment=(), picture-in-picture=(), "
    "publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), "
    "serial=(), storage-access=(), usb=(), window-management=(), "
    "xr-spatial-tracking=()";

// The service itself, and who may embed its pages. 'self' would be the host of the documents.
std::string ancestors(const core::Configuration& configuration) {
  std::string names = configuration.public_base_url;
  if (configuration.frame_ancestors != "'none'" && configuration.frame_ancestors != "'self'")
    names.append(" ").append(configuration.frame_ancestors);
  return names;
}

}  // namespace

bool is_for_frame(const fcgi::Request& request) {
  const std::string_view destination = request.parameter("HTTP_SEC_FETCH_DEST");
  return destination.empty() || destination == "iframe" || destination == "frame";
}

fcgi::Response document_response(const core::Configuration& configuration,
                                 const fcgi::Request& request, std::string_view html) {
  // In a tab of its own, which a draft can have, a script could lead to another site.
  const bool has_scripts = configuration.html == core::WebPages::on && is_for_frame(request) &&
                           request.query("scripts") != "off";
  fcgi::Response response = fcgi::Response::html(
      200, templates::framed_document(
               html, has_scripts ? templates::Scripts::on : templates::Scripts::off));
  std::string policy(has_scripts ? kWithScripts : kWithoutScripts);
  response.header("Content-Security-Policy",
                  policy.append(kOfAll).append(ancestors(configuration)));
  response.header("Permissions-Policy", std::string(kPermissions));
  // Stops what no other policy does, such as WebRTC, in browsers that know it. The document may be
  // loaded again. Without scripts, it is the reader who opens a link.
  if (has_scripts) response.header("Connection-Allowlist", "(response-origin)");
  response.header("Referrer-Policy", "no-referrer");
  response.header("Cross-Origin-Resource-Policy", "same-origin");
  response.header("Cache-Control", "private, no-store");
  response.header("X-Robots-Tag", "noindex");
  response.header("X-DNS-Prefetch-Control", "off");
  return response;
}

}  // namespace handlers
