#include "templates/table/added_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/cpu_limit.h"
#include "core/fields.h"
#include "core/text/csv.h"
#include "core/text/data_frame.h"
#include "core/text/json_edits.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/table/columns.h"
#include "templates/table/table_content.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;
using core::Result;
using core::Splices;

std::string string_in_json(std::string_view text) {
  core::JsonWriter json;
  json.value(text);
  return json.text();
}

bool is_single(JsonType type) { return type != JsonType::array && type != JsonType::object; }

// Where the rows of a table are.
struct RowsPlace {
  enum class Kind : std::uint8_t { array, csv, by_column, none };

  Kind kind = Kind::none;
  JsonValue holder;                     // the object that has them
  std::optional<JsonValue> rows = {};   // an array, a string of CSV, or an object of columns
  std::optional<JsonValue> index = {};  // of an array of rows: an entry for each
  bool has_columns = false;
};

std::optional<JsonValue> array_named(JsonValue holder,
                                     std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto value = holder.find(name); value && value->is(JsonType::array)) return value;
  return std::nullopt;
}

// In the order in which a TableReader looks for them.
RowsPlace place_in(JsonValue holder) {
  using Kind = RowsPlace::Kind;
  if (is_columns(holder)) return {Kind::by_column, holder, holder};
  const bool has_columns = array_named(holder, kColumnMembers).has_value();
  for (const std::string_view name : kRowMembers)
    if (const auto values = holder.find(name); values && core::has_values_by_column(*values))
      return {Kind::by_column, holder, values, {}, has_columns};
  if (const auto rows = array_named(holder, kRowMembers))
    return {Kind::array, holder, rows, split_index(holder, rows, has_columns), has_columns};
  const auto csv = holder.find("csv");
  if (csv && csv->is(JsonType::string)) return {Kind::csv, holder, csv, {}, has_columns};
  const auto inner = has_columns ? std::nullopt : holder.find("table");
  if (inner && inner->is(JsonType::array)) return {Kind::array, holder, inner};
  if (inner && inner->is(JsonType::object)) return place_in(*inner);
  return {Kind::none, holder};
}

class RowAppender {
 public:
  RowAppender(JsonValue content, const Table& table, const AddedRows& added)
      : content_(content), columns_(table.columns()), added_(added), splices_(content.text()) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].key) places_.emplace(*columns_[i].key, i);
    for (std::size_t i = 0; i < columns_.size(); ++i) places_.emplace(columns_[i].label, i);
    const std::size_t sent = added.rows.root().size();
    grown_.appended = sent;
    grown_.dropped = beyond(added.keep_last, table.row_count() + sent);
  }

  Result<GrownContent> append() {
    if (grown_.appended * columns_.size() > kMostCells)
      return append_unsupported("has more than 1,000,000 cells; send fewer rows at once",
                                "/append/rows");
    const RowsPlace place = place_in(content_);
    auto problem = append_to(place);
    if (problem) return *std::move(problem);
    grown_.content = splices_.applied();
    return std::move(grown_);
  }

 private:
  static constexpr std::size_t kMostCells = 1'000'000;

  // Nothing where a row has no cell, by column.
  using Cells = std::vector<std::optional<JsonValue>>;

  std::optional<core::Error> append_to(const RowsPlace& place) {
    switch (place.kind) {
      case RowsPlace::Kind::array:
        return append_to_array(*place.rows, place.index);
      case RowsPlace::Kind::csv:
        return append_to_csv(*place.rows);
      case RowsPlace::Kind::by_column:
        return append_by_column(*place.rows, place.has_columns);
      case RowsPlace::Kind::none:
        return add_member(place.holder);
    }
    return std::nullopt;
  }
  std::optional<core::Error> append_to_array(JsonValue rows, std::optional<JsonValue> index);
  void count_rows(JsonValue index);
  std::optional<core::Error> append_to_csv(JsonValue csv);
  std::optional<core::Error> append_by_column(JsonValue values, bool has_columns);
  void append_numbered(JsonValue column, const std::vector<std::string>& added);
  std::optional<core::Error> add_member(JsonValue holder);

  Result<std::vector<std::string>> rows_as(std::optional<JsonType> form);
  Result<std::string> row_as(JsonValue row, std::optional<JsonType> form);
  Result<std::string> object_of(const Cells& cells) const;
  Result<Cells> cells_of(JsonValue row);
  std::string names_of_columns() const;
  core::Error misfit(std::string_view reason) const {
    return append_unsupported(reason, "/append/rows/" + std::to_string(at_));
  }

  JsonValue content_;
  const std::vector<TableColumn>& columns_;
  std::map<std::string_view, std::size_t> places_;  // of columns, by their keys and labels
  const AddedRows& added_;
  Splices splices_;
  GrownContent grown_;
  std::size_t at_ = 0;  // the sent row that is read
};

std::string RowAppender::names_of_columns() const {
  constexpr std::size_t kMostNamed = 20;
  constexpr std::size_t kLongestName = 40;
  std::string names;
  for (std::size_t i = 0; i < std::min(columns_.size(), kMostNamed); ++i) {
    const TableColumn& column = columns_[i];
    names += (names.empty() ? "" : ", ") + string_in_json(core::first_code_points(
                                               column.key.value_or(column.label), kLongestName));
  }
  return names + (columns_.size() > kMostNamed ? ", …" : "");
}

Result<RowAppender::Cells> RowAppender::cells_of(JsonValue row) {
  core::CpuLimit::check();
  Cells cells(columns_.size());
  if (row.is(JsonType::object)) {
    for (const JsonValue& cell : row) {
      const std::string name = cell.name();
      const auto column = places_.find(name);
      if (column == places_.end())
        return misfit("has " + string_in_json(name) + ", but the table's columns are " +
                      names_of_columns());
      cells[column->second] = cell;
    }
    return cells;
  }
  std::size_t count = 0;
  const auto add = [&](JsonValue cell) {
    if (count < cells.size()) cells[count] = cell;
    ++count;
  };
  if (row.is(JsonType::array)) {
    for (const JsonValue& cell : row) add(cell);
  } else {
    add(row);
  }
  if (count > cells.size() || (!row.is(JsonType::array) && cells.size() != 1))
    return misfit("has " + std::to_string(count) + (count == 1 ? " value" : " values") +
                  ", but the table's columns are " + names_of_columns());
  return cells;
}

Result<std::string> RowAppender::object_of(const Cells& cells) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i]) continue;
    if (!columns_[i].key)
      return misfit("must be an object, as the rows of the table are, whose column " +
                    string_in_json(columns_[i].label) + " has no key");
    if (!text.empty()) text += ',';
    text += string_in_json(*columns_[i].key) + ':';
    text += cells[i]->text();
  }
  return '{' + text + '}';
}

// A row in the form of those that are there; nothing: there are none.
Result<std::string> RowAppender::row_as(JsonValue row, std::optional<JsonType> form) {
  const bool is_too_wide =
      row.is(JsonType::array) && !columns_.empty() && row.size() > columns_.size();
  const bool is_same = !form || row.type() == *form || (is_single(*form) && is_single(row.type()));
  const bool is_of_others =
      row.is(JsonType::object) && !columns_.empty() && row.begin() != row.end() &&
      std::none_of(row.begin(), row.end(),
                   [&](const JsonValue& cell) { return places_.contains(cell.name()); });
  if (is_same && !is_too_wide && !is_of_others) return std::string(row.text());
  const auto cells = cells_of(row);
  if (!cells) return cells.error();
  if (form == JsonType::object) return object_of(*cells);
  const auto text_of = [](const std::optional<JsonValue>& cell) {
    return cell ? cell->text() : std::string_view("null");
  };
  if (form != JsonType::array) return std::string(text_of(cells->front()));
  std::string text;
  for (const auto& cell : *cells) {
    if (!text.empty()) text += ',';
    text += text_of(cell);
  }
  return '[' + text + ']';
}

Result<std::vector<std::string>> RowAppender::rows_as(std::optional<JsonType> form) {
  std::vector<std::string> texts;
  for (const JsonValue& row : added_.rows.root()) {
    auto text = row_as(row, form);
    if (!text) return text.error();
    texts.push_back(*std::move(text));
    ++at_;
  }
  return texts;
}

std::optional<core::Error> RowAppender::append_to_array(JsonValue rows,
                                                        std::optional<JsonValue> index) {
  if (index && !is_row_number(*index))
    return append_unsupported(
        "cannot add rows to a table whose rows have an index; add to both with set, such as "
        R"({"set": [{"op": "add", "path": "/index/-", "value": …}, )"
        R"({"op": "add", "path": "/data/-", "value": […]}]})");
  const bool is_empty = rows.begin() == rows.end();
  const auto added = rows_as(is_empty ? std::nullopt : std::optional(rows.begin()->type()));
  if (!added) return added.error();
  core::append_elements(splices_, rows, *added, grown_.dropped);
  if (index) count_rows(*index);
  return std::nullopt;
}

// An index that counts the rows from 0 does so whichever these are.
void RowAppender::count_rows(JsonValue index) {
  const std::size_t before = index.size();
  const std::size_t after = before + grown_.appended - grown_.dropped;
  std::vector<std::string> numbers;
  for (std::size_t i = after > before ? before : 0; i < after; ++i)
    numbers.push_back(std::to_string(i));
  if (after != before) core::append_elements(splices_, index, numbers, after > before ? 0 : before);
}

std::optional<core::Error> RowAppender::append_to_csv(JsonValue csv) {
  const std::string before = csv.exact_string();
  if (columns_.empty())
    return append_unsupported("cannot add rows to CSV without a first line that names the columns");
  const bool has_returns = before.find('\r') != std::string::npos;
  const bool has_newlines = before.find('\n') != std::string::npos;
  const std::string_view line_end = !has_returns ? "\n" : has_newlines ? "\r\n" : "\r";
  core::CsvWriter writer(core::delimiter_of(before), line_end);
  for (const JsonValue& row : added_.rows.root()) {
    const auto cells = cells_of(row);
    if (!cells) return cells.error();
    for (const auto& cell : *cells)
      writer.add_field(cell && !cell->is(JsonType::null) ? core::FieldReader::shown_text(*cell)
                                                         : std::string());
    writer.end_record();
    ++at_;
  }
  const bool is_ended = before.ends_with('\n') || before.ends_with('\r');
  std::string added = writer.text();
  if (!is_ended) {
    added.resize(added.size() - line_end.size());
    added.insert(0, line_end);
  }
  if (grown_.dropped == 0) {
    core::append_to_string(splices_, csv, added);
    return std::nullopt;
  }
  std::string after = before + added;
  const std::vector<std::size_t> places = core::record_places(after);
  const std::size_t first = places[1];  // behind the header
  after.erase(first, places[1 + grown_.dropped] - first);
  splices_.replace(csv.text(), string_in_json(after));
  return std::nullopt;
}

std::optional<core::Error> RowAppender::append_by_column(JsonValue values, bool has_columns) {
  const JsonValue first = *values.begin();
  const bool is_numbered = first.is(JsonType::object);
  if (is_numbered &&
      (!core::has_row_numbers(first) ||
       (has_columns ? has_keys_in_rows(values, columns_) : core::are_named_rows(values))))
    return append_unsupported(
        "cannot add rows to a table whose rows have names; add them with set, which gives them "
        "names too");
  std::vector<std::vector<std::string>> added(columns_.size());
  for (const JsonValue& row : added_.rows.root()) {
    const auto cells = cells_of(row);
    if (!cells) return cells.error();
    for (std::size_t i = 0; i < cells->size(); ++i) {
      const auto& cell = (*cells)[i];
      if (cell && !is_single(cell->type()))
        return misfit(
            "must have texts, numbers, true, false and null as values, as all of the "
            "table has");
      added[i].emplace_back(cell ? cell->text() : "null");
    }
    ++at_;
  }
  const std::vector<std::string> nothing(grown_.appended, "null");
  for (const JsonValue& column : values) {
    const std::string name = column.name();
    const auto place = std::find_if(columns_.begin(), columns_.end(),
                                    [&](const TableColumn& one) { return one.key == name; });
    const auto& cells = place == columns_.end()
                            ? nothing
                            : added[static_cast<std::size_t>(place - columns_.begin())];
    if (is_numbered) {
      append_numbered(column, cells);
    } else {
      core::append_elements(splices_, column, cells, grown_.dropped);
    }
  }
  return std::nullopt;
}

// To an object whose members are named by the numbers of rows.
void RowAppender::append_numbered(JsonValue column, const std::vector<std::string>& added) {
  std::string text;
  std::size_t passed = 0;
  std::size_t number = 0;
  const auto add = [&](std::string_view cell) {
    if (passed++ < grown_.dropped) return;
    if (!text.empty()) text += ',';
    text += '"' + std::to_string(number++) + "\":";
    text += cell;
  };
  for (const JsonValue& cell : column) add(cell.text());
  for (const std::string& cell : added) add(cell);
  splices_.replace(column.text(), '{' + text + '}');
}

// The first rows of a table that has columns alone.
std::optional<core::Error> RowAppender::add_member(JsonValue holder) {
  const auto added = rows_as(std::nullopt);
  if (!added) return added.error();
  std::string text = holder.begin() == holder.end() ? "\"rows\":[" : ",\"rows\":[";
  for (std::size_t i = grown_.dropped; i < added->size(); ++i) {
    if (i > grown_.dropped) text += ',';
    text += (*added)[i];
  }
  splices_.insert(holder.text().data() + holder.text().size() - 1, text + ']');
  return std::nullopt;
}

}  // namespace

Result<GrownContent> with_added_rows(JsonValue content, const Addition& addition) {
  const auto* const added = std::get_if<AddedRows>(&addition);
  if (added == nullptr)
    return append_unsupported(
        R"(must have rows, as this is a table, such as {"rows": [["Oslo", 3]]})");
  const auto table = read_table(content);
  if (!table || !*table)
    return append_unsupported(
        "cannot add rows to this content, which is shown as JSON; replace it by a table");
  return RowAppender(content, **table, *added).append();
}

}  // namespace templates
