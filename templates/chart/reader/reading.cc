#include "templates/chart/reader/reading.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/text/text.h"

namespace templates {

using core::JsonValue;
using enum core::JsonType;

namespace {

constexpr std::size_t kLongestQuotedName = 40;

bool is_container(JsonValue value) { return value.is(object) || value.is(array); }

bool says_nothing(JsonValue value) {
  return value.is(null) || value.text() == "\"\"" ||
         (is_container(value) && value.descendants() == 0);
}

// xaxis2 is like xaxis.
std::string_view without_digits(std::string_view name) {
  while (!name.empty() && core::is_digit(name.back())) name.remove_suffix(1);
  return name;
}

}  // namespace

class UnreadMembers {
 public:
  UnreadMembers(const Reading& reading, const EffectlessMembers& effectless, Chart& chart)
      : reading_(reading), effectless_(effectless), chart_(chart) {}

  // `holder` is the name of the object, or of the array that it is in.
  void note(JsonValue value, std::string_view holder) {
    for (const JsonValue& child : value) {
      if (chart_.unsupported.size() == kMaximumUnsupportedParts) return;
      // Values in an array are read with it.
      if (value.is(array) && !is_container(child)) continue;
      const std::string name = value.is(array) ? std::string() : child.name();
      const std::size_t length = path_.size();
      path_ += '.';
      path_ += without_digits(name);
      const std::string_view known_as = value.is(array) ? holder : name;
      if (!reading_.taken_.contains(child))
        add(child, holder, known_as);
      else if (!reading_.taken_whole_.contains(child))
        note(child, known_as);
      path_.resize(length);
    }
  }

 private:
  bool is_listed(std::string_view name, JsonValue value) const {
    const auto [first, last] = effectless_.equal_range(name);
    return std::any_of(first, last, [&](const auto& entry) {
      return entry.second.empty() || entry.second == value.text();
    });
  }

  bool has_effect(JsonValue value, std::string_view holder, std::string_view name) const {
    if (says_nothing(value) || is_listed(name, value)) return false;
    return !is_listed(std::string(without_digits(holder)) + '.' + std::string(name), value);
  }

  void add(JsonValue value, std::string_view holder, std::string_view name) {
    if (!has_effect(value, holder, name) || !known_.insert(path_).second) return;
    chart_.unsupported.push_back(
        {'"' + std::string(core::first_code_points(name, kLongestQuotedName)) +
             "\" is not supported here, so the chart is drawn without it",
         "/content" + value.pointer()});
  }

  const Reading& reading_;
  const EffectlessMembers& effectless_;
  Chart& chart_;
  std::string path_;  // of where it is, without the places in arrays
  std::set<std::string> known_;
};

std::optional<JsonValue> Reading::find(JsonValue object,
                                       std::initializer_list<std::string_view> names,
                                       std::initializer_list<core::JsonType> types) {
  const auto found = FieldReader::find(object, names, types);
  if (found) take(*found);
  return found;
}

std::optional<JsonValue> Reading::find(JsonValue object, std::string_view name) {
  const auto found = object.find(name);
  if (found) take(*found);
  return found;
}

std::optional<JsonValue> Reading::object(JsonValue holder, std::string_view name) {
  const auto found = holder.find(name);
  if (!found || !found->is(core::JsonType::object)) return std::nullopt;
  take(*found);
  return found;
}

std::string Reading::text(JsonValue holder, std::string_view name) {
  const auto found = holder.find(name);
  if (!found || !found->is(core::JsonType::string)) return {};
  take(*found);
  return found->string();
}

std::optional<double> Reading::number(JsonValue object, std::string_view name) {
  const auto found = object.find(name);
  const auto value = found ? found->number() : std::nullopt;
  if (value) take(*found);
  return value;
}

std::vector<std::string> Reading::texts(JsonValue object, std::string_view name) {
  const auto found = object.find(name);
  if (!found) return {};
  std::vector<std::string> texts;
  for (const JsonValue& text : *found)
    if (text.is(core::JsonType::string)) texts.push_back(text.string());
  if (found->is(core::JsonType::string)) texts.push_back(found->string());
  if (!texts.empty()) take(*found);
  return texts;
}

std::optional<bool> Reading::truth(JsonValue object, std::string_view name) {
  const auto found = object.find(name);
  if (!found || !found->is(core::JsonType::boolean)) return std::nullopt;
  take(*found);
  return found->text() == "true";
}

void Reading::take_all(JsonValue value) {
  take(value);
  taken_whole_.add(value);
}

void Reading::note_unread(JsonValue root, const EffectlessMembers& effectless, Chart& chart) const {
  if (!taken_whole_.contains(root)) UnreadMembers(*this, effectless, chart).note(root, {});
}

void note_unsupported(Chart& chart, std::string_view what, JsonValue part) {
  std::vector<UnsupportedPart>& parts = chart.unsupported;
  const auto is_same = [&](const UnsupportedPart& known) { return known.what == what; };
  if (parts.size() == kMaximumUnsupportedParts || std::any_of(parts.begin(), parts.end(), is_same))
    return;
  parts.push_back({std::string(what), "/content" + part.pointer()});
}

}  // namespace templates
