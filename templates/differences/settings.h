// How two versions of a content differ apart from its text or data: the language of code, the
// format of a column, the type of a chart.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/json.h"

namespace templates {

// A value, in one version or both: a string as text, any other as JSON. Long values are cut, and
// end with "…".
struct SettingDifference {
  std::string name;  // of members in members, with "/" between: "options/plugins/legend"
  std::optional<std::string> from = {};
  std::optional<std::string> to = {};
  bool operator==(const SettingDifference&) const = default;
};

class SettingsDifference {
 public:
  static constexpr std::size_t kMaximumShown = 100;
  static constexpr std::size_t kMaximumBytes = 300;  // of a name or value

  // An empty text is no value. A change from one value to another that is noted already, under
  // another name, is not noted again.
  void compare(std::string_view name, std::string_view from, std::string_view to);

  // Compares objects member by member, at any depth, and anything else by its text.
  void compare(std::string_view name, std::optional<core::JsonValue> from,
               std::optional<core::JsonValue> to);

  // The members of both objects, but for those with names in `others`.
  void compare_members(core::JsonValue from, core::JsonValue to,
                       std::span<const std::string_view> others);

  const std::vector<SettingDifference>& shown() const { return shown_; }
  std::size_t omitted() const { return omitted_; }

 private:
  void compare_objects(std::string_view name, core::JsonValue from, core::JsonValue to,
                       std::span<const std::string_view> others);

  std::vector<SettingDifference> shown_;
  std::size_t omitted_ = 0;
};

}  // namespace templates
