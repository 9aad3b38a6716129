// Which URLs an artifact may link to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace html {

// The URL for a link, or nothing if it is not allowed. Allowed are http, https and mailto,
// fragments (#…), paths that begin with one slash, and relative paths. `url` is decoded text:
// entities and backslash escapes of the document have been resolved. It is parsed as browsers do
// (WHATWG URL, 4.4): control characters and spaces at the ends are ignored, tabs and newlines
// anywhere, and a backslash is a slash.
std::optional<std::string> safe_link_url(std::string_view url);

// The same for an image, which must be https, as the pages' policy requires.
std::optional<std::string> safe_image_url(std::string_view url);

// The data: URL of a picture: PNG, JPEG, GIF or WebP in base64. Nothing for any other.
std::optional<std::string> safe_picture_data(std::string_view url);

// Whether a URL that safe_link_url() returned depends on the address of the document it is in.
bool is_relative_url(std::string_view url);

// The origin of an https URL, for a content security policy. Nothing if the URL has another scheme,
// or a host that policies cannot express: an IPv6 address, or a name with letters beyond ASCII.
std::optional<std::string> https_origin(std::string_view url);

// Bare addresses in text, as GitHub links them (GFM, 6.9): http://…, https://…, www.… and e-mail
// addresses. Unlike there, quotation marks and the punctuation of Chinese and Japanese end them.
// Linear in the length of the text.

struct Autolink {
  std::size_t begin = 0;  // in the searched text
  std::size_t end = 0;
  std::string url;
};

// The first link at or after `from`.
std::optional<Autolink> find_autolink(std::string_view text, std::size_t from);

}  // namespace html
