#include "templates/chart/reader/vega_lite_check.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "templates/chart/reader/reading.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

constexpr std::array<std::string_view, 17> kMarks{
    "arc",  "area",  "bar",  "boxplot", "circle", "errorband", "errorbar", "geoshape", "image",
    "line", "point", "rect", "rule",    "square", "text",      "tick",     "trail"};

// The members by which a specification says what to draw.
constexpr std::array<std::string_view, 8> kViews{"mark",    "layer", "concat", "hconcat",
                                                 "vconcat", "facet", "repeat", "spec"};

// The name of a mark; empty if it is none.
std::string name_of(JsonValue mark) {
  if (mark.is(string)) return mark.string();
  const auto type = mark.find("type");
  return type && type->is(string) ? type->string() : std::string();
}

// The records of a specification that names them.
std::optional<JsonValue> named_records(JsonValue specification, const std::string& name) {
  const auto datasets = specification.find("datasets");
  return datasets ? datasets->find(name) : std::nullopt;
}

void add_key(JsonValue channel, std::vector<std::string>& keys) {
  const auto field = channel.find("field");
  if (!field || !field->is(string) || keys.size() == kMaximumMissingKeys) return;
  std::string key = field->string();
  // A path into the record: only its beginning is a member.
  const bool is_path = key.find_first_of(".[\\") != std::string::npos;
  if (!is_path && std::find(keys.begin(), keys.end(), key) == keys.end())
    keys.push_back(std::move(key));
}

// The keys of records that the channels name, up to kMaximumMissingKeys.
std::vector<std::string> keys_in(JsonValue specification) {
  std::vector<std::string> keys;
  const auto encoding = specification.find("encoding");
  if (!encoding) return keys;
  for (const JsonValue& channel : *encoding) {
    add_key(channel, keys);
    if (!channel.is(array)) continue;
    for (const JsonValue& one : channel) add_key(one, keys);
  }
  return keys;
}

class SpecificationCheck {
 public:
  SpecificationCheck(core::ContentReader& fields, Chart& chart) : fields_(fields), chart_(chart) {}

  void check(JsonValue specification) {
    check_parts(specification);
    const auto is_there = [&](std::string_view name) {
      return specification.find(name).has_value();
    };
    if (std::none_of(kViews.begin(), kViews.end(), is_there))
      note("the specification has no mark, such as bar or line, so there is nothing to draw",
           specification);
    // Layers and the like can have data of their own.
    if (is_there("mark")) check_records(specification);
  }

 private:
  void note(std::string_view what, JsonValue part) { note_unsupported(chart_, what, part); }

  // Records may have any members, so their contents are not checked.
  void check_parts(JsonValue specification) {
    for (const JsonValue& part : specification) {
      if (part.is_named("values") || part.is_named("datasets")) continue;
      if (part.is_named("data")) {
        if (const auto url = part.find("url"))
          fields_.fail(*url, "is not supported; provide inline data in data.values");
      }
      check_part(part);
      check_parts(part);
    }
  }

  void check_part(JsonValue part) {
    if (part.is_named("bind") && part.is(object))
      return note("the page shows no input elements, so the parameter keeps its initial value",
                  part);
    if (part.is_named("href") && !part.is(null))
      return note("the marks of a chart are not links on its page", part);
    if (!part.is_named("mark")) return;
    const std::string mark = name_of(part);
    if (mark == "image")
      note("the page loads no images for a chart, so the marks are not shown", part);
    else if (!mark.empty() && std::find(kMarks.begin(), kMarks.end(), mark) == kMarks.end())
      note(
          "Vega-Lite has no such mark, so the chart cannot be drawn; there are arc, area, bar, "
          "boxplot, circle, errorband, errorbar, geoshape, line, point, rect, rule, square, text, "
          "tick and trail",
          part);
  }

  void check_records(JsonValue specification) {
    const auto data = specification.find("data");
    const auto values = data ? data->find("values") : std::nullopt;
    const auto name = data ? data->find("name") : std::nullopt;
    // A sequence, a sphere and the like are generated.
    if (!values && !name) return;
    const auto records = values ? values : named_records(specification, name->string());
    if (records && !records->is(array)) return;
    chart_.is_empty = !records || records->size() == 0;
    // A transform makes members of its own.
    if (chart_.is_empty || specification.find("transform")) return;
    std::vector<std::string> keys = keys_in(specification);
    for (const JsonValue& record : *records) {
      if (keys.empty()) return;
      // A value that is no object is the member `data`, or what the specification calls it.
      if (!record.is(object)) return;
      std::erase_if(keys, [&](const std::string& key) { return record.find(key).has_value(); });
    }
    chart_.missing_keys = std::move(keys);
  }

  core::ContentReader& fields_;
  Chart& chart_;
};

}  // namespace

void check_vega_lite(JsonValue specification, core::ContentReader& fields, Chart& chart) {
  SpecificationCheck(fields, chart).check(specification);
}

}  // namespace templates
