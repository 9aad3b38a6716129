// Security headers that all pages and files of the service share.
#pragma once

#include <string>
#include <string_view>

#include "fcgi/response.h"

namespace handlers {

// Isolates the document from pages of other sites (COOP, CORP) and denies it access to devices. The
// content security policy decides who may frame it.
void add_isolation_headers(fcgi::Response& response);

// The same for content that is private: not cached, not indexed, with these policies.
void add_private_headers(fcgi::Response& response, std::string content_security_policy,
                         std::string_view referrer_policy);

}  // namespace handlers
