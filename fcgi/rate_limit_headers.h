// What a response says of the rate limit that its request counted towards.
#pragma once

#include <cstdint>

#include "core/identity/caller.h"
#include "fcgi/response.h"

namespace fcgi {

// Whose requests a limit counts, as RateLimit-Policy names it.
enum class Counted : std::uint8_t { account, network };

// The fields of draft-ietf-httpapi-ratelimit-headers (structured fields: a list of one item), and
// those that were there before. With 429, also Retry-After, unless the response has its own.
void add_rate_limit(Response& response, const core::RateLimit& limit, Counted counted);

}  // namespace fcgi
