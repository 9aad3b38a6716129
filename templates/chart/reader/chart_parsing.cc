#include "templates/chart/reader/chart_parsing.h"

#include <cstddef>
#include <initializer_list>
#include <utility>

namespace templates {
namespace {

using core::ContentReader;
using core::JsonValue;
using enum core::JsonType;

ChartKey parse_key(std::string text) {
  ChartKey key;
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '.') {
      name += text[++i];
    } else if (text[i] == '.') {
      key.names.push_back(std::exchange(name, {}));
    } else {
      name += text[i];
    }
  }
  key.names.push_back(std::move(name));
  key.text = std::move(text);
  return key;
}

}  // namespace

ChartParsing read_chart_parsing(std::optional<JsonValue> dataset, std::optional<JsonValue> chart,
                                std::optional<ChartKind> kind, Reading& fields) {
  ChartParsing read;
  const auto set = [](ChartKey& key, std::optional<JsonValue> given) {
    if (given && !key.is_given() && !given->string().empty()) key = parse_key(given->string());
  };
  for (const auto& parsing : {dataset ? fields.find(*dataset, "parsing") : std::nullopt, chart}) {
    if (!parsing || parsing->is(null)) continue;
    // true and false stand for the usual keys.
    if (!parsing->is(object)) break;
    set(read.x, fields.find(*parsing, {"xAxisKey"}, {string}));
    if (has_axes(kind))
      set(read.y, fields.find(*parsing, {"yAxisKey"}, {string}));
    else
      set(read.y, fields.find(*parsing, {"key", "yAxisKey"}, {string}));
  }
  return read;
}

std::optional<JsonValue> look_up(JsonValue object, const ChartKey& key,
                                 std::string_view otherwise) {
  if (!key.is_given()) return object.find(otherwise);
  std::optional<JsonValue> value = object;
  for (const std::string& name : key.names) {
    value = value->find(name);
    if (!value) break;
  }
  return value;
}

}  // namespace templates
