// Values of HTTP header fields: media types, ranges, entity tags (RFC 9110).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.h"

namespace core {

// MediaType: what a Content-Type header says (RFC 9110, 8.3.1).
struct MediaType {
  std::string type;  // in lower case: "text/csv"
  // By their names in lower case. A repeated name keeps its first value.
  std::map<std::string, std::string, std::less<>> parameters;

  // The parameter's value; empty if there is none.
  std::string_view parameter(std::string_view name) const;

  bool is_json() const { return type == "application/json"; }
  // A form with files.
  bool is_multipart() const { return type == "multipart/form-data"; }

  // Whether the type declares an encoding other than UTF-8.
  bool has_other_charset() const;

  // Nothing if the text does not begin with type/subtype. Parameters are `;name=value`, the value a
  // token or a quoted string; if one is malformed, there are none. Takes linear time.
  static std::optional<MediaType> parse(std::string_view text);
};

// The unsupported_media_type for a text in another encoding.
Error not_utf8();

// The values of a header's parameters, as in `form-data; name="file"; filename="a.pdf"` after the
// first semicolon. Nothing if they are not well-formed.
std::optional<std::map<std::string, std::string, std::less<>>> parse_parameters(
    std::string_view text);

// Range requests (RFC 9110, 14): the part of a file that a client asks for.

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

  // The part that is asked of a file of `size` bytes.
  FilePart of(std::size_t size) const;

 private:
  // Without `first_`, the last `last_` bytes. Without both, the whole file.
  std::optional<std::size_t> first_;
  std::optional<std::size_t> last_;
};

// EntityTags: the list of entity tags that an If-Match or If-None-Match holds (RFC 9110, 13.1).
class EntityTags {
 public:
  // Malformed tags in `list` match nothing.
  static EntityTags parse(std::string_view list);
  // Nothing if `list` is neither * nor one or more entity tags, which are in double quotes.
  static std::optional<EntityTags> parse_strictly(std::string_view list);

  // Whether `tag`, a strong one, is in the list, or the list is *. If-Match uses the strong
  // comparison: a weak tag (W/"…") matches nothing. If-None-Match uses the weak comparison.
  bool match_strongly(std::string_view tag) const;
  bool match_weakly(std::string_view tag) const;

 private:
  bool any_ = false;
  std::vector<std::string> tags_;
};

// The conditions under which an artifact is to be changed.
struct Preconditions {
  std::optional<EntityTags> if_match;       // there is one, with one of these
  std::optional<EntityTags> if_none_match;  // there is none with one of these
};

}  // namespace core
