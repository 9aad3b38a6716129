// GET /.well-known/security.txt (RFC 9116): to whom vulnerabilities are reported.
#include <cstdint>

#include "core/clock.h"
#include "core/operation/configuration.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;  // in milliseconds
constexpr std::int64_t kValidDays = 90;

// At midnight, so that the file is the same for a day.
core::Timestamp expiry() {
  const std::int64_t today = core::now().unix_milliseconds() / kDay;
  return core::Timestamp::from_unix_milliseconds((today + kValidDays) * kDay);
}

}  // namespace

core::Result<fcgi::Response> get_security_txt(const core::Configuration& configuration,
                                              const fcgi::Request& /*request*/) {
  std::string text;
  for (const std::string& contact : configuration.security_contacts)
    text += "Contact: " + contact + '\n';
  text += "Expires: " + expiry().rfc3339() + '\n';
  text += "Canonical: " + configuration.public_base_url + "/.well-known/security.txt\n";
  fcgi::Response response =
      fcgi::Response::plain(200, "text/plain; charset=utf-8", std::move(text));
  response.header("Cache-Control", "public, max-age=3600");
  return response;
}

}  // namespace handlers
