// Which addresses a shared document may point to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace html {

// The address to put in a link, or nothing if it is not one that a link may have. Allowed are http,
// https and mailto, fragments (#…), paths that begin with one slash, and relative paths.
// `url` is decoded text: entities and backslash escapes of the document have been resolved. It is
// judged as a browser reads it (WHATWG URL, 4.4): control characters and spaces at the ends are
// ignored, tabs and newlines anywhere, and a backslash is a slash.
std::optional<std::string> safe_link_url(std::string_view url);

// The same for an image, which is shown from https only, as the pages' policy has it.
std::optional<std::string> safe_image_url(std::string_view url);

// The origin of an https address, as a content security policy can name it. Nothing if the address
// is of another kind, or its host one that policies have no form for: an IPv6 address, or a name
// with letters beyond ASCII.
std::optional<std::string> https_origin(std::string_view url);

}  // namespace html
