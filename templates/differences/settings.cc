#include "templates/differences/settings.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/cpu_limit.h"
#include "core/fields.h"
#include "core/text/text.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;

std::string cut(std::string_view text) {
  constexpr std::size_t kMost = SettingsDifference::kMaximumBytes;
  if (text.size() <= kMost) return std::string(text);
  return std::string(core::whole_characters(text, kMost)) + "…";
}

std::optional<std::string> value_of(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(cut(text));
}

std::string text_of_setting(const std::optional<JsonValue>& value) {
  if (!value) return {};
  // An empty text is a value, too.
  if (value->is(JsonType::string) && value->text() != "\"\"") return value->string();
  return std::string(value->text());
}

std::string name_within(std::string_view outer, std::string_view name) {
  return outer.empty() ? std::string(name) : std::string(outer).append("/").append(name);
}

}  // namespace

void SettingsDifference::compare(std::string_view name, std::string_view from,
                                 std::string_view to) {
  if (from == to) return;
  SettingDifference difference{cut(name), value_of(from), value_of(to)};
  const auto is_same = [&](const SettingDifference& other) {
    return other.from == difference.from && other.to == difference.to;
  };
  if (std::any_of(shown_.begin(), shown_.end(), is_same)) return;
  if (shown_.size() == kMaximumShown)
    ++omitted_;
  else
    shown_.push_back(std::move(difference));
}

void SettingsDifference::compare(std::string_view name, std::optional<JsonValue> from,
                                 std::optional<JsonValue> to) {
  core::CpuLimit::check();
  if (from && to && from->text() == to->text()) return;
  if (from && to && from->is(JsonType::object) && to->is(JsonType::object))
    return compare_objects(name, *from, *to, {});
  compare(name, text_of_setting(from), text_of_setting(to));
}

void SettingsDifference::compare_members(JsonValue from, JsonValue to,
                                         std::span<const std::string_view> others) {
  compare_objects({}, from, to, others);
}

void SettingsDifference::compare_objects(std::string_view name, JsonValue from, JsonValue to,
                                         std::span<const std::string_view> others) {
  const auto is_other = [&](const std::string& member) {
    return std::find(others.begin(), others.end(), member) != others.end();
  };
  std::map<std::string, JsonValue> after;  // ordered, as anyone can choose the names
  for (const JsonValue& member : to) after.emplace(member.name(), member);
  for (const JsonValue& member : from) {
    const std::string member_name = member.name();
    if (is_other(member_name)) continue;
    const auto found = after.find(member_name);
    compare(name_within(name, member_name), member,
            found == after.end() ? std::nullopt : std::optional(found->second));
    if (found != after.end()) after.erase(found);
  }
  for (const auto& [member_name, member] : after)
    if (!is_other(member_name)) compare(name_within(name, member_name), std::nullopt, member);
}

}  // namespace templates
