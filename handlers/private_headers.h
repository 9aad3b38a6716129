// Security headers that the service's pages and files have in common.
#pragma once

#include <string>
#include <string_view>

#include "fcgi/response.h"

namespace handlers {

// Isolates the document from pages of other sites (COOP, CORP) and denies it access to devices. Who
// may frame it is up to its content security policy.
void add_isolation_headers(fcgi::Response& response);

// The same for content that is private: not cached, not indexed, with these policies.
void add_private_headers(fcgi::Response& response, std::string content_security_policy,
                         std::string_view referrer_policy);

}  // namespace handlers
