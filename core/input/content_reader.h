// ContentReader: reads fields of a content object, and collects the problems with them.
//
// Readers of a template's content continue after a problem, and check error() at the end: if there
// is one, what they have read must not be used. One reader per content; not thread-safe.
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
  // The first member of `object` by the order of `names` that has one of `types`. Nothing if there
  // is none; that is a problem only if a member with one of the names, and not null, has another
  // type. A repeated name is a problem too.
  std::optional<JsonValue> find(JsonValue object, std::initializer_list<std::string_view> names,
                                std::initializer_list<JsonType> types);

  // The text of a string, or of any other value as it was sent.
  static std::string shown_text(JsonValue value);

  // Adds a problem with `value`; `what` follows its pointer: "must have at most 3 elements".
  void fail(JsonValue value, std::string_view what);
  // `right` is the expected type: "a number or null".
  void fail_type(JsonValue value, std::string_view right);
  void fail_repeated(JsonValue object, std::string_view name);

  // The first problem, as invalid_content; its field is a JSON Pointer (RFC 6901) from the root of
  // the body. It contains the next problems, up to twenty in total.
  const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<Error> error_;
  std::size_t problems_ = 0;
};

}  // namespace core
