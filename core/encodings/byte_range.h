// Range requests (RFC 9110, 14): the part of a file that a client asks for.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

namespace core {

struct WholeFile {};
struct ByteRange {
  std::size_t first = 0;
  std::size_t last = 0;  // inclusive
};
struct UnsatisfiableRange {};

using FilePart = std::variant<WholeFile, ByteRange, UnsatisfiableRange>;

// A range before the size of the file is known. The default is the whole file.
class RangeRequest {
 public:
  RangeRequest() = default;
  // Parses a Range header. Several ranges at once, units other than bytes, and malformed values
  // mean the whole file, as if the header were absent.
  static RangeRequest parse(std::string_view header);

  // What is asked of a file of `size` bytes.
  FilePart of(std::size_t size) const;

 private:
  // Without `first_`, the last `last_` bytes. Without both, the whole file.
  std::optional<std::size_t> first_;
  std::optional<std::size_t> last_;
};

}  // namespace core
