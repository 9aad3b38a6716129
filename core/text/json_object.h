// JsonObject: the members of one JSON object that a client sent, each with its text as it was sent.
//
// The whole text is checked once (RFC 8259, by RapidJSON), nested values included; what lies inside
// a member is then left as text, so numbers, key order, escapes and spaces are returned as they
// were sent. Rejected beyond the grammar, as the API specification says: nesting deeper than 64,
// invalid UTF-8, NUL characters, lone surrogates, and duplicate keys in the object itself or in a
// member that is an object. The object itself has at most kMaximumMembers, as each of them is
// listed; what lies in its members is bounded by the text alone.
//
// Views point into the text that was parsed: it must outlive the JsonObject. Immutable but for
// remove_if().
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace core {

enum class JsonType : std::uint8_t { null, boolean, number, string, array, object };

// With its article, for messages: "a string", "an object", "null".
std::string_view to_string(JsonType type);

struct JsonMember {
  std::string name;
  JsonType type = JsonType::null;
  std::string_view text;  // the value as it was sent
  std::string string;     // the value, decoded, where it is a string
};

class JsonObject {
 public:
  static constexpr unsigned kMaximumDepth = 64;
  static constexpr std::size_t kMaximumMembers = 10000;

  // Errors: invalid_json if the text is not JSON that the service takes; invalid_request if it is,
  // but not an object.
  static Result<JsonObject> parse(std::string_view text);

  // A temporary would be gone before what points into it.
  template <std::same_as<std::string> Text>
  static Result<JsonObject> parse(Text&&) = delete;

  // Null if there is no member of that name.
  const JsonMember* find(std::string_view name) const;
  const std::vector<JsonMember>& members() const { return members_; }

  // Removes the members for which `is_unwanted` is true.
  template <std::predicate<const JsonMember&> IsUnwanted>
  void remove_if(IsUnwanted is_unwanted) {
    std::erase_if(members_, is_unwanted);
  }

 private:
  std::vector<JsonMember> members_;
};

}  // namespace core
