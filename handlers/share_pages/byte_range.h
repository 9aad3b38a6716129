// Range requests (RFC 9110, 14): which part of a file is asked for.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>

namespace handlers {

struct WholeFile {};
struct ByteRange {
  std::size_t first = 0;
  std::size_t last = 0;  // the last byte that belongs to it
};
struct UnsatisfiableRange {};

using RequestedRange = std::variant<WholeFile, ByteRange, UnsatisfiableRange>;

// What the value of a Range header asks of a file of `size` bytes. Several ranges at once, another
// unit and what is malformed mean the whole file, as if the header were not there.
RequestedRange requested_range(std::string_view header, std::size_t size);

}  // namespace handlers
