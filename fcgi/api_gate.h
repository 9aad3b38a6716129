// What requests to the API bring and get beside their answer: the key, the origin, the rate limit.
#pragma once

#include <cstdint>
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

// The API key or access token of a call, and what is said to one that lacks it, or whose is not
// good enough (RFC 6750).

// The key or token in `Authorization: Bearer …` (the scheme in any case), if it is well-formed.
std::optional<core::BearerToken> bearer_token_of(const Request& request);

core::Error unauthorized();

core::Error wrong_audience();

// An app can ask its user for more (RFC 6750, 3.1), a key stays as it is.
Response insufficient_scope(const core::Principal& program, const core::Scopes& wanted);

// A request without a key is told nothing but how to send one (RFC 6750, 3.1). `parameters` are
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

// What a response says of the rate limit that its request counted towards.

// Whose requests a limit counts, as RateLimit-Policy names it.
enum class Counted : std::uint8_t { account, network };

// The fields of draft-ietf-httpapi-ratelimit-headers (structured fields: a list of one item), and
// those that were there before. With 429, also Retry-After, unless the response has its own.
void add_rate_limit(Response& response, const core::RateLimit& limit, Counted counted);

}  // namespace fcgi
