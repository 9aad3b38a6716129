// Checks that all API requests have in common: the key, the origin, and the rate limit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace fcgi {

// The API key or access token of a call, and the challenge if it is missing or not sufficient (RFC
// 6750).

// The key or token in `Authorization: Bearer …` (the scheme in any case), if it is well-formed.
std::optional<core::BearerToken> bearer_token_of(const Request& request);

core::Error unauthorized();

core::Error wrong_audience();

// Names the missing scope for an app, which can ask its user for it (RFC 6750, 3.1).
Response insufficient_scope(const core::Principal& program, const core::Scopes& wanted);

// For a request without a key, the challenge has no error code (RFC 6750, 3.1). `parameters` are
// those of the challenge, `realm="…"`.
std::string challenge(const Request& request, std::string_view parameters);

// CrossOrigin: the origins whose scripts may call the API (CORS; WHATWG Fetch, 3.2).
//
// Only the configured origins; with none, no CORS header is ever sent. Keys are sent in
// Authorization, never in cookies, so credentials in Fetch's sense are not allowed. Immutable.
class CrossOrigin {
 public:
  // Origins as browsers send them, "https://app.example.org"; "*" for any. `own` is the service's.
  explicit CrossOrigin(std::vector<std::string> origins, std::string own = {});

  // Whether a page sends the request whose origin is neither allowed nor the service's own.
  bool is_foreign(const Request& request) const;

  // Adds the headers that let scripts of an allowed origin read the response. They repeat only an
  // origin of the configuration, never what a client sent.
  void admit(const Request& request, Response& response) const;

  // The same for a preflight response; `methods` as in Allow.
  void admit_preflight(const Request& request, const std::string& methods,
                       Response& response) const;

 private:
  bool allows(std::string_view origin) const;

  std::vector<std::string> origins_;
  std::string own_;
  bool allows_any_ = false;
};

// Adds the headers for the rate limit that a request counted towards.
void add_rate_limit(Response& response, const core::RateLimit& limit);

}  // namespace fcgi
