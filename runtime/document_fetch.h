// Fetches a small JSON document from a public site. Clients choose the URL, so neither it nor the
// site is trusted (server-side request forgery).
//
// Only https, on the default port, by a host name: no user information, no address, no query or
// fragment, no dot segments. The connection goes to the address that was checked, which must be
// public, even if the name resolves to another one the next time. No redirects, no proxy, no
// cookies, five seconds, 64 KiB, status 200 and a JSON media type. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"

struct sockaddr;

namespace runtime {

struct DocumentFetchLimits {
  // For tests: also from this machine, at any port.
  bool permits_loopback = false;
  // A file of certificate authorities; empty: the system's.
  std::string ca_file;
};

// Whether the URL has the form that fetch_document() takes.
bool is_document_url(std::string_view url, bool permits_loopback);

// Whether this address is public: neither private, nor link-local, nor of a special purpose (RFC
// 6890), in IPv4, IPv6 or IPv4 within IPv6.
bool is_public_address(const sockaddr& address);

// The document's text. Errors: invalid_request, with a message for the user.
core::Result<std::string> fetch_document(const std::string& url, const DocumentFetchLimits& limits);

}  // namespace runtime
