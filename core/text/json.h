// JsonTree: a JSON text that can be walked, whatever its size, without copying its values.
//
// One flat list of nodes in document order says where each value's text (and, in objects, its name)
// begins and ends; 24 bytes a value. Strings are decoded and numbers converted on demand, so
// numbers that no double can represent keep their text. What JsonObject refuses is refused here
// too, except duplicate keys, which only a reader who knows their meaning can judge.
//
// The text must outlive the tree, and the tree its JsonValues; moving the tree keeps them valid.
// Immutable.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text/json_object.h"

namespace core {

// A node of a JsonTree. Lengths and offsets count bytes of the tree's text; texts of strings and
// names have their quotes.
struct JsonNode {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  std::uint32_t name_offset = 0;
  std::uint32_t name_length = 0;  // 0 where the value is not a member of an object
  std::uint32_t end = 0;          // the index behind the value's last descendant
  JsonType type = JsonType::null;
  bool has_escapes = false;
  bool name_has_escapes = false;
};

// A handle to one value of a JsonTree, cheap to copy. Iterating over it gives the elements of an
// array or the values of an object's members, each with its name(); anything else has none. (To
// iterate over what find() gave, give it a name first: a range-for does not keep it alive.)
class JsonValue {
 public:
  class Iterator;

  JsonType type() const { return node().type; }
  bool is(JsonType type) const { return node().type == type; }

  // The value as it was sent.
  std::string_view text() const { return {text_ + node().offset, node().length}; }

  // A string, decoded and without the byte order mark of a file; empty for any other value.
  std::string string() const;

  // The value of a number; nothing if it is not a number, or one too large for a double.
  std::optional<double> number() const;

  // The name of a member, decoded; empty for any other value.
  std::string name() const;
  bool is_named(std::string_view name) const {
    // Most members of a large object are told by the length.
    const bool may_be = node().name_has_escapes || node().name_length == name.size() + 2;
    return may_be && is_named_by_text(name);
  }

  // The first member of that name; nothing if there is none, or this is not an object.
  std::optional<JsonValue> find(std::string_view name) const;

  Iterator begin() const;
  Iterator end() const;

  // The number of elements or members. Takes linear time.
  std::size_t size() const;

  // The number of values inside this one, at any depth.
  std::size_t descendants() const { return node().end - index_ - 1; }

  // The value's position in the tree, as a JSON Pointer (RFC 6901) from the root; that of a value
  // around it if it would be longer than kLongestPointer.
  std::string pointer() const;

 private:
  friend class JsonTree;
  JsonValue(const char* text, const JsonNode* nodes, std::uint32_t index)
      : text_(text), nodes_(nodes), index_(index) {}

  const JsonNode& node() const { return nodes_[index_]; }
  bool is_named_by_text(std::string_view name) const;
  JsonValue at(std::uint32_t index) const { return {text_, nodes_, index}; }

  const char* text_;
  const JsonNode* nodes_;
  std::uint32_t index_;
};

class JsonValue::Iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = JsonValue;
  using difference_type = std::ptrdiff_t;
  using pointer = const JsonValue*;
  using reference = JsonValue;

  explicit Iterator(JsonValue value) : value_(value) {}

  JsonValue operator*() const { return value_; }
  const JsonValue* operator->() const { return &value_; }
  Iterator& operator++() {
    value_.index_ = value_.node().end;
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Iterator& other) const { return value_.index_ == other.value_.index_; }

 private:
  JsonValue value_;
};

inline JsonValue::Iterator JsonValue::begin() const { return Iterator(at(index_ + 1)); }
inline JsonValue::Iterator JsonValue::end() const { return Iterator(at(node().end)); }

class JsonTree {
 public:
  // Errors: invalid_json if the text is not JSON that the service takes, or 4 GiB long.
  static Result<JsonTree> parse(std::string_view text);

  // A temporary would be gone before what points into it.
  template <std::same_as<std::string> Text>
  static Result<JsonTree> parse(Text&&) = delete;

  JsonValue root() const { return {text_.data(), nodes_.data(), 0}; }

 private:
  explicit JsonTree(std::string_view text) : text_(text) {}

  std::string_view text_;
  std::vector<JsonNode> nodes_;
};

// What is wrong, of an error of JsonTree::parse(), for a sentence that says itself that the text is
// not valid JSON.
std::string_view reason_of_invalid_json(const Error& error);

// The double that a text of JSON's number grammar means; nothing if it is too large for one.
std::optional<double> parse_number(std::string_view text);

// The integer that a text of JSON's number grammar means, however it is written: 10, 10.0, 1e1.
// Nothing if the text is no such number, has a fraction, or is too large.
std::optional<std::int64_t> parse_integer(std::string_view text);

// Whether a text is a number in JSON's grammar.
bool is_number(std::string_view text);

// JSON Pointers (RFC 6901), which name a place in a JSON text: "/content/rows/3".

// In bytes, before ~ and / are escaped. A name can be as long as a body, and a response may have
// many pointers: what would have a longer one is said to be at the value around it.
inline constexpr std::size_t kLongestPointer = 256;

// Appends the step to a member of this name: a slash and the name, in which ~ and / are escaped.
// False, and appends nothing, if the pointer would become too long.
bool append_step(std::string_view name, std::string& pointer);

// The pointer to the member of the outermost object that has this name.
std::string pointer_to(std::string_view name);

}  // namespace core
