// JsonTree: a JSON text that can be walked, whatever its size, without copying its values.
//
// One flat list of nodes in document order says where each value's text (and, in objects, its name)
// begins and ends; 24 bytes a value. Strings are decoded and numbers converted on demand, so
// numbers that no double can represent keep their text, and every value is returned as it was sent:
// number, key order, escapes and spaces.
//
// Rejected beyond the grammar (RFC 8259), as the API specification says: nesting deeper than 64,
// invalid UTF-8, NUL characters and lone surrogates. Duplicate keys are left to the reader, who
// knows their meaning; parse_object() rejects them where the service reads members by their names.
//
// A tree is parsed once and shared: copies are cheap, and part() is a tree of its own within it.
// The text must outlive it, unless the tree owns it. A JsonValue must not outlive its tree.
// Immutable.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.h"

namespace core {

enum class JsonType : std::uint8_t { null, boolean, number, string, array, object };

// With its article, for messages: "a string", "an object", "null".
std::string_view to_string(JsonType type);

// A node of a JsonTree. Lengths and offsets count bytes of the tree's text; texts of strings and
// names have their quotes.
struct JsonNode {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  std::uint32_t name_offset = 0;
  std::uint32_t name_length = 0;  // 0 where the value is not a member of an object
  std::uint32_t end = 0;          // the index after the value's last descendant
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

  // Its place among the values of its tree.
  std::size_t place() const { return index_; }

  // The value as it was sent.
  std::string_view text() const { return {text_ + node().offset, node().length}; }

  // A string, decoded; empty for any other value. A document has the byte order mark of its file
  // left out; an exact string keeps it, as a password may begin with one.
  std::string string() const;
  std::string exact_string() const;

  // The value of a number; nothing if it is not a number, or one too large for a double.
  std::optional<double> number() const;

  // The name of a member, decoded; empty for any other value.
  std::string name() const;
  bool is_named(std::string_view name) const {
    // Comparing lengths excludes most members of a large object.
    const bool may_be = node().name_has_escapes || node().name_length == name.size() + 2;
    return may_be && is_named_by_text(name);
  }

  // The first member of that name; nothing if there is none, or this is not an object.
  std::optional<JsonValue> find(std::string_view name) const;
  // A name that two members have. Takes linear time, and n log n for names that were chosen to have
  // the same hash.
  std::optional<std::string> duplicate_name() const;

  Iterator begin() const;
  Iterator end() const;

  // The number of elements or members. Takes linear time.
  std::size_t size() const;

  // The number of values inside this one, at any depth.
  std::size_t descendants() const { return node().end - index_ - 1; }

  // The value at a JSON Pointer from this one; nothing if there is none.
  std::optional<JsonValue> at_pointer(std::string_view pointer) const;

  // The value's position, as a JSON Pointer (RFC 6901) from the root of the tree that it was found
  // in; that of a value around it if it would be longer than kLongestPointer.
  std::string pointer() const;

 private:
  friend class JsonTree;
  JsonValue(const char* text, const JsonNode* nodes, std::uint32_t index, std::uint32_t root)
      : text_(text), nodes_(nodes), index_(index), root_(root) {}

  const JsonNode& node() const { return nodes_[index_]; }
  bool is_named_by_text(std::string_view name) const;
  JsonValue at(std::uint32_t index) const { return {text_, nodes_, index, root_}; }

  const char* text_;
  const JsonNode* nodes_;
  std::uint32_t index_;
  std::uint32_t root_;
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
  static constexpr std::size_t kMaximumDepth = 64;
  static constexpr std::size_t kMaximumMembers = 10000;

  // An empty object.
  JsonTree();

  // Errors: invalid_json if the text is not JSON that the service takes, or 4 GiB long.
  static Result<JsonTree> parse(std::string_view text);
  // Owns the text, that of a temporary: also of a constant one, as of `is_set ? "{}" : text`.
  template <typename Text>
  requires std::same_as<std::remove_const_t<Text>, std::string>
  static Result<JsonTree> parse(Text&& text) { return parse_owned(std::forward<Text>(text)); }

  // The same for an object whose members the service reads. Errors: also invalid_request if it is
  // another value, and those of check_members().
  static Result<JsonTree> parse_object(std::string_view text);

  JsonValue root() const { return {base_, nodes_->data(), root_, root_}; }

  // All that was parsed, or the value that this is a part of.
  std::string_view text() const { return text_; }

  // The line that a value begins in, from 1, in all that was parsed.
  std::int64_t line_of(JsonValue value) const;

  // A value of this tree, as the root of its own.
  JsonTree part(JsonValue value) const;

 private:
  using Nodes = std::vector<JsonNode>;

  JsonTree(std::shared_ptr<const Nodes> nodes, std::string_view text)
      : nodes_(std::move(nodes)), base_(text.data()), text_(text) {}
  static Result<JsonTree> parse_owned(std::string text);

  std::shared_ptr<const Nodes> nodes_;
  const char* base_;       // where the text that was parsed begins
  std::string_view text_;  // of the root
  std::uint32_t root_ = 0;
};

// Why the members of an object cannot be read by their names, as invalid_json: there are more than
// kMaximumMembers, or a name occurs twice in it, or in a member that is an object.
std::optional<Error> check_members(JsonValue object);

// The reason in an error of JsonTree::parse(), for a sentence that says itself that the text is
// not valid JSON.
std::string_view reason_of_invalid_json(const Error& error);

// The double that a text of JSON's number grammar means; nothing if it is too large for one.
std::optional<double> parse_number(std::string_view text);

// The integer that a text of JSON's number grammar means, however it is written: 10, 10.0, 1e1.
// Nothing if the text is not such a number, has a fraction, or is too large.
std::optional<std::int64_t> parse_integer(std::string_view text);

// Whether a text is a number in JSON's grammar.
bool is_number(std::string_view text);

// JSON Pointers (RFC 6901), which name a place in a JSON text: "/content/rows/3".

// In bytes, before ~ and / are escaped. A name can be as long as a body, and a response may have
// many pointers: a value whose pointer would be longer gets that of the value around it.
inline constexpr std::size_t kLongestPointer = 256;

// Appends the step to a member of this name: a slash and the name, in which ~ and / are escaped.
// False, and appends nothing, if the pointer would become too long.
bool append_step(std::string_view name, std::string& pointer);

// The pointer to the member of the outermost object that has this name.
std::string pointer_to(std::string_view name);

}  // namespace core
