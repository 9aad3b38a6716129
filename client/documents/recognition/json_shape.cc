#include "client/documents/recognition/json_shape.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "core/json/data_frame.h"

namespace client {
namespace {

using core::JsonType;
using core::JsonValue;

bool has_any(JsonValue object, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return object.find(name).has_value(); });
}

bool is_vega_lite(JsonValue object) {
  const auto schema = object.find("$schema");
  if (schema && schema->string().find("vega.github.io/schema/vega") != std::string::npos)
    return true;
  if (object.find("mark")) return has_any(object, {"encoding", "data"});
  return object.find("data") &&
         has_any(object, {"layer", "hconcat", "vconcat", "concat", "facet", "repeat"});
}

// As fig.to_json() of Plotly writes it.
bool is_plotly_figure(JsonValue object) {
  const auto traces = object.find("data");
  const auto layout = object.find("layout");
  return traces && traces->is(JsonType::array) && layout && layout->is(JsonType::object);
}

bool is_chart_type(const std::string& name) {
  static constexpr std::array<std::string_view, 12> kTypes{
      "bar",    "line",  "area",      "pie",    "doughnut", "scatter",
      "bubble", "radar", "polarArea", "column", "donut",    "horizontalBar"};
  return std::find(kTypes.begin(), kTypes.end(), name) != kTypes.end();
}

bool is_chart(JsonValue object) {
  if (is_vega_lite(object) || is_plotly_figure(object)) return true;
  for (const char* const wrapper : {"config", "chart"}) {
    const auto inner = object.find(wrapper);
    if (inner && inner->is(JsonType::object) && is_chart(*inner)) return true;
  }
  for (const char* const name : {"type", "chartType"}) {
    const auto type = object.find(name);
    if (type && is_chart_type(type->string()))
      return has_any(object, {"data", "datasets", "labels", "series", "values"});
  }
  return false;
}

// A value of an array that is a row of a table.
bool is_row(JsonValue value) { return value.is(JsonType::object) || value.is(JsonType::array); }

bool are_rows(JsonValue value) {
  return value.is(JsonType::array) && value.begin() != value.end() &&
         std::all_of(value.begin(), value.end(), is_row);
}

// Members that say elsewhere what the columns or rows are. Among columns, one may have such a name.
bool names_its_parts(JsonValue object) {
  static constexpr std::array<const char*, 12> kParts{
      "columns", "headers", "fields",     "columnDefs", "rows", "data",
      "records", "items",   "dataSource", "rowData",    "csv",  "table"};
  return std::count_if(kParts.begin(), kParts.end(),
                       [&](const char* name) { return object.find(name).has_value(); }) > 1;
}

// As pandas describes a data frame with orient="table".
bool has_schema(JsonValue object) {
  const auto schema = object.find("schema");
  return schema && schema->is(JsonType::object) && schema->find("fields");
}

bool is_table(JsonValue object) {
  if (const auto csv = object.find("csv"); csv && csv->is(JsonType::string)) return true;
  if (is_by_column(object)) return true;
  const bool has_columns = has_any(object, {"columns", "headers", "fields"}) || has_schema(object);
  for (const char* const name : {"rows", "records", "data", "items"}) {
    const auto rows = object.find(name);
    // A list among other things need not be what the document is about.
    if (rows && are_rows(*rows)) return has_columns || object.size() == 1;
  }
  return false;
}

}  // namespace

bool is_by_column(JsonValue root) {
  return root.size() > 1 && !names_its_parts(root) && core::has_values_by_column(root);
}

JsonShape shape_of(JsonValue root) {
  if (are_rows(root)) return JsonShape::rows;
  if (!root.is(JsonType::object)) return JsonShape::other;
  if (is_chart(root)) return JsonShape::chart;
  return is_table(root) ? JsonShape::table : JsonShape::other;
}

}  // namespace client
