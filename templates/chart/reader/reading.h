// Reading: reads the content of a chart, and records which of its members have been read.
//
// What has not been read is not drawn. A member that has an effect in the library that the content
// was written for is noted, so that nothing is dropped silently.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields.h"
#include "core/text/json.h"
#include "templates/chart/chart_content.h"

namespace templates {

// Members that have no effect, or none on a page: by their name, or by that of the object around
// them and their own, "legend.title". An empty text stands for any value, another for the JSON text
// of a value, mostly the library's default.
using EffectlessMembers = std::multimap<std::string_view, std::string_view>;

class Reading : public core::FieldReader {
 public:
  // Those of FieldReader and JsonValue. What is found counts as read, but what is in it does not.
  std::optional<core::JsonValue> find(core::JsonValue object,
                                      std::initializer_list<std::string_view> names,
                                      std::initializer_list<core::JsonType> types);
  std::optional<core::JsonValue> find(core::JsonValue object, std::string_view name);

  // A member of this type; one of another type is not read. An empty text if there is none.
  std::string text(core::JsonValue object, std::string_view name);
  std::optional<core::JsonValue> object(core::JsonValue holder, std::string_view name);
  std::optional<double> number(core::JsonValue object, std::string_view name);
  // A text, or those in an array.
  std::vector<std::string> texts(core::JsonValue object, std::string_view name);
  std::optional<bool> truth(core::JsonValue object, std::string_view name);
  // Whether a member is true.
  bool is_true(core::JsonValue object, std::string_view name) {
    return truth(object, name).value_or(false);
  }

  void take(core::JsonValue value) { taken_.add(value); }
  // With all that is in it.
  void take_all(core::JsonValue value);

  // Adds to what `chart` does not show the members in `root`, which has been read, that have not
  // been: one for a subtree, and one for all elements of an array.
  void note_unread(core::JsonValue root, const EffectlessMembers& effectless, Chart& chart) const;

 private:
  friend class UnreadMembers;

  // Some of the values of a tree.
  class Values {
   public:
    void add(core::JsonValue value) {
      if (value.place() >= are_in_.size()) are_in_.resize(2 * value.place() + kFew);
      are_in_[value.place()] = true;
    }
    bool contains(core::JsonValue value) const {
      return value.place() < are_in_.size() && are_in_[value.place()];
    }

   private:
    static constexpr std::size_t kFew = 64;
    std::vector<bool> are_in_;
  };

  Values taken_;
  Values taken_whole_;
};

// Adds `part` to those that `chart` does not show, unless there is one for the same reason, or as
// many as kMaximumUnsupportedParts.
void note_unsupported(Chart& chart, std::string_view what, core::JsonValue part);

}  // namespace templates
