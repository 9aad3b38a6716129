#include "core/text/data_frame.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace core {
namespace {

bool is_cell(JsonValue value) { return !value.is(JsonType::array) && !value.is(JsonType::object); }

// Whether both have the same members, or as many elements.
bool are_of_same_rows(JsonValue one, JsonValue other) {
  if (one.type() != other.type()) return false;
  if (one.is(JsonType::array)) return one.size() == other.size();
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const JsonValue& a, const JsonValue& b) { return a.name() == b.name(); });
}

// The one type of several values; nothing if they are of several types. null counts as any.
class CommonType {
 public:
  void add(JsonType type) {
    if (type == JsonType::null) return;
    is_common_ = is_common_ && (!type_ || *type_ == type);
    type_ = type;
  }
  bool is_common() const { return is_common_; }

 private:
  std::optional<JsonType> type_;
  bool is_common_ = true;
};

}  // namespace

bool has_values_by_column(JsonValue value) {
  if (!value.is(JsonType::object) || value.begin() == value.end()) return false;
  const JsonValue first = *value.begin();
  if (!first.is(JsonType::array) && !first.is(JsonType::object)) return false;
  return first.begin() != first.end() &&
         std::all_of(value.begin(), value.end(), [&](const JsonValue& values) {
           return are_of_same_rows(first, values) &&
                  std::all_of(values.begin(), values.end(), is_cell);
         });
}

bool has_row_numbers(JsonValue object) {
  std::size_t expected = 0;
  return std::all_of(object.begin(), object.end(), [&](const JsonValue& member) {
    return member.is_named(std::to_string(expected++));
  });
}

bool are_named_rows(JsonValue value) {
  const JsonValue first = *value.begin();
  if (!first.is(JsonType::object)) return false;
  if (has_row_numbers(value)) return !has_row_numbers(first);
  std::vector<CommonType> types_of_keys(first.size());
  bool has_mixed_row = false;
  for (const JsonValue& row : value) {
    CommonType type_of_row;
    auto type_of_key = types_of_keys.begin();
    for (const JsonValue& cell : row) {
      type_of_row.add(cell.type());
      (type_of_key++)->add(cell.type());
    }
    has_mixed_row = has_mixed_row || !type_of_row.is_common();
  }
  return has_mixed_row && std::all_of(types_of_keys.begin(), types_of_keys.end(),
                                      [](const CommonType& type) { return type.is_common(); });
}

}  // namespace core
