// Multipart: the parts of a multipart/form-data body (RFC 7578, RFC 2046).
//
// Read strictly, in linear time: lines end with CR LF, the last delimiter is there, each part has a
// name, and there are at most kMaximumParts of them, with headers of at most kMaximumHeaderBytes.
// What stands before the first delimiter and behind the last is ignored.
//
// The parts refer to the body, which must outlive them.
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
  std::optional<std::string> filename;  // without folders; a part that has one is a file
  std::string content_type;             // as it was sent; may be empty
  std::string_view content;
};

inline constexpr std::size_t kMaximumParts = 100;
inline constexpr std::size_t kMaximumHeaderBytes = 8192;

// `boundary` is the parameter of the Content-Type. Errors: invalid_request.
Result<std::vector<Part>> parse_multipart(std::string_view body, std::string_view boundary);

}  // namespace core
