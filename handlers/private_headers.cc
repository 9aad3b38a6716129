#include "handlers/private_headers.h"

namespace handlers {

void add_isolation_headers(fcgi::Response& response) {
  response.header("Cross-Origin-Opener-Policy", "same-origin");
  response.header("Cross-Origin-Resource-Policy", "same-origin");
  response.header("Permissions-Policy",
                  "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), "
                  "payment=(), usb=()");
}

void add_private_headers(fcgi::Response& response, std::string content_security_policy,
                         std::string_view referrer_policy) {
  response.header("Content-Security-Policy", std::move(content_security_policy));
  response.header("Referrer-Policy", std::string(referrer_policy));
  response.header("Cache-Control", "private, no-store");
  response.header("X-Robots-Tag", "noindex");
  add_isolation_headers(response);
}

}  // namespace handlers
