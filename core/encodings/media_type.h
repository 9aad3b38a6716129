// MediaType: what a Content-Type header says (RFC 9110, 8.3.1).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace core {

struct MediaType {
  std::string type;  // in lower case: "text/csv"
  // By their names in lower case. A name that stands twice keeps its first value.
  std::map<std::string, std::string, std::less<>> parameters;

  // The parameter's value; empty if there is none.
  std::string_view parameter(std::string_view name) const;

  bool is_json() const { return type == "application/json"; }
  // A form with files.
  bool is_multipart() const { return type == "multipart/form-data"; }

  // Whether a text of this type is said to be in another encoding than UTF-8.
  bool has_other_charset() const;

  // Nothing if the text does not begin with type/subtype. Parameters are `;name=value`, the value a
  // token or a quoted string; if one is malformed, there are none. Takes linear time.
  static std::optional<MediaType> parse(std::string_view text);
};

// The unsupported_media_type for a text in another encoding.
Error not_utf8();

// The values of a header's parameters, as in `form-data; name="file"; filename="a.pdf"` behind the
// first semicolon. Nothing if they are not well-formed.
std::optional<std::map<std::string, std::string, std::less<>>> parse_parameters(
    std::string_view text);

}  // namespace core
