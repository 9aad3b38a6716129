// A browser that somebody has signed in from keeps a signed cookie that says so. Its attempts to
// sign in as them are counted apart, so whoever guesses at a password from elsewhere cannot shut
// its user out. It opens nothing by itself.
#pragma once

#include <string>
#include <string_view>

#include "fcgi/request.h"
#include "handlers/services.h"

namespace handlers::dashboard {

// The browser's id, if it is known for this address in canonical form; else empty.
std::string known_browser(const Services& services, const fcgi::Request& request,
                          std::string_view email);

// The Set-Cookie value by which it will be.
std::string known_browser_cookie(const Services& services, std::string_view email);

}  // namespace handlers::dashboard
