// Small changes of a JSON text. All that they do not touch keeps its text: numbers, the order of
// members, escapes and spaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text/json.h"

namespace core {

// JsonOperation: one operation of a JSON Patch (RFC 6902).

struct JsonOperation {
  enum class Kind : std::uint8_t { add, replace, remove };

  Kind kind = Kind::add;
  std::vector<std::string> path;  // the steps of a JSON Pointer, decoded; not empty
  std::optional<JsonTree> value;  // of add and replace
};

// The steps of a JSON Pointer (RFC 6901), decoded. Nothing if it is none.
std::optional<std::vector<std::string>> parse_pointer(std::string_view pointer);

// The text of `root` after all operations, each applied to what those before have left. Of members
// with the same name, the first is meant. Errors: edit_not_found, with the operation whose path
// names nothing as the field ("/set/3/path"); invalid_request if an array or object on a path has
// more than kMostEdited values. Throws CpuLimit::UsedUp.
inline constexpr std::size_t kMostEdited = 1'000'000;
Result<std::string> edit_json(JsonValue root, std::span<const JsonOperation> operations);

// Splices: replaces parts of a text that do not overlap.

class Splices {
 public:
  // The text must outlive it.
  explicit Splices(std::string_view text) : text_(text) {}

  // `part` is within the text.
  void replace(std::string_view part, std::string with);
  void insert(const char* at, std::string text) {
    replace(std::string_view(at, at), std::move(text));
  }

  // The text with all of them. What is inserted at the same place is in the order of the calls.
  std::string applied() const;

 private:
  struct Splice {
    std::size_t at;
    std::size_t length;
    std::string with;
  };

  std::string_view text_;
  std::vector<Splice> splices_;
};

// StringPlaces: where the characters of a decoded string are in the JSON text that has it.

class StringPlaces {
 public:
  // The tree of the string must outlive it.
  explicit StringPlaces(JsonValue string)
      : rest_(string.text().substr(1, string.text().size() - 2)) {}

  // Where the character at an offset of exact_string() begins, or where the string ends. Offsets
  // ascend. All calls together take linear time.
  const char* at(std::size_t offset);

 private:
  std::string_view rest_;
  std::size_t passed_ = 0;  // bytes of the decoded string before the rest
};

// Adds values, which are JSON texts, at the end of an array, and removes as many from its beginning
// as `dropped` says: also of those that are added, where it has fewer. New values are separated as
// the others are. `splices` are of the text that the array is in.
void append_elements(Splices& splices, JsonValue array, std::span<const std::string> added,
                     std::size_t dropped);

// The same for a string: adds to its end.
void append_to_string(Splices& splices, JsonValue string, std::string_view added);

}  // namespace core
