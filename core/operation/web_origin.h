// Addresses of sites as the configuration has them.
#pragma once

#include <string>
#include <string_view>

namespace core {

// https://HOST or https://HOST:PORT.
bool is_base_url(std::string_view url);

// An origin with http or https, or *.
bool is_origin(std::string_view text);

// An origin in lower case and without the default port.
std::string as_sent_by_browsers(std::string_view origin);

// An address for a line of security.txt (RFC 9116, 2.5.3), by https, mail or telephone.
bool is_contact(std::string_view text);

// A list for a directive of Content-Security-Policy. The value becomes part of a header and must
// not add another directive.
bool is_source_list(std::string_view text);

}  // namespace core
