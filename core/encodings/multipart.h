// Multipart: the parts of a multipart/form-data body (RFC 7578, RFC 2046).
//
// Parsing is strict and takes linear time. Lines must end with CR LF, the closing delimiter must be
// present, and each part must have a name. There can be at most kMaximumParts parts, with headers
// of at most kMaximumHeaderBytes each. Text before the first delimiter and after the last is
// ignored.
//
// Parts refer to the body, which must outlive them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace core {

struct Part {
  std::string name;
  std::optional<std::string> filename;  // without folders; only files have one
  std::string content_type;             // unparsed; may be empty
  std::string_view content;
};

inline constexpr std::size_t kMaximumParts = 100;
inline constexpr std::size_t kMaximumHeaderBytes = 8192;

// `boundary` is the parameter of the Content-Type. Errors: invalid_request.
Result<std::vector<Part>> parse_multipart(std::string_view body, std::string_view boundary);

}  // namespace core
