// ContentReader: takes fields from a content object, and keeps what is found wrong with them.
//
// Readers of a template's content go on after a problem with what they have, and look at error()
// at the end: it wins over whatever they made. One reader for one content.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "core/json/json_tree.h"

namespace core {

class ContentReader {
 public:
  // The member of `object` that has the first of `names` and one of `types`. Nothing if there is no
  // such member: without a problem if none has any of the names, or only null, otherwise with the
  // problem that the first has the wrong type. A name that stands twice is a problem too.
  std::optional<JsonValue> find(JsonValue object, std::initializer_list<std::string_view> names,
                                std::initializer_list<JsonType> types);

  // The text of a string, or of any other value as it was sent.
  static std::string shown_text(JsonValue value);

  // What is wrong with `value`, after its pointer: "must have at most 3 elements".
  void fail(JsonValue value, std::string_view what);
  // `right` is what it should be: "a number or null".
  void fail_type(JsonValue value, std::string_view right);
  void fail_repeated(JsonValue object, std::string_view name);

  // An invalid_content; its field is a JSON Pointer (RFC 6901) from the body's root. Its others are
  // the next problems, as far as they were among the first twenty.
  const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<Error> error_;
  std::size_t problems_ = 0;
};

}  // namespace core
