// Forms: URL-encoded and multipart.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"

namespace core {

// application/x-www-form-urlencoded texts: query strings and the bodies of HTML forms (WHATWG URL,
// part 5), read strictly.

using FormFields = std::map<std::string, std::string, std::less<>>;

// The value of a field; empty if it is not there.
std::string_view form_value(const FormFields& fields, std::string_view name);

// The decoded fields. Errors (invalid_request): a % without two digits after it, text that is not
// UTF-8 when decoded, NUL, and a repeated name.
Result<FormFields> parse_form(std::string_view text);

// Encodes fields; those without a value are left out.
std::string write_form(std::initializer_list<std::pair<std::string_view, std::string_view>> fields);

// Multipart: the parts of a multipart/form-data body (RFC 7578, RFC 2046).
//
// Parsing is strict and takes linear time. Lines must end with CR LF, the closing delimiter must be
// present, and each part must have a name. There can be at most kMaximumParts parts, with headers
// of at most kMaximumHeaderBytes each. Text before the first delimiter and after the last is
// ignored.
//
// Parts refer to the body, which must outlive them.
struct FormPart {
  std::string name;
  std::optional<std::string> filename;  // without folders; only files have one
  std::string content_type;             // unparsed; may be empty
  std::string_view content;
};

inline constexpr std::size_t kMaximumParts = 100;
inline constexpr std::size_t kMaximumHeaderBytes = 8192;

// `boundary` is the parameter of the Content-Type. Errors: invalid_request.
Result<std::vector<FormPart>> parse_multipart(std::string_view body, std::string_view boundary);

}  // namespace core
