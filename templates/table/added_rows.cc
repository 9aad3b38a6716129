#include "templates/table/added_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
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

// The columns by the names that rows have for their cells: keys, and what headings say.
using ColumnNames = std::map<std::string_view, std::size_t>;

ColumnNames names_of(const std::vector<TableColumn>& columns) {
  ColumnNames names;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].key) names.emplace(*columns[i].key, i);
  for (std::size_t i = 0; i < columns.size(); ++i) names.emplace(columns[i].label, i);
  return names;
}

class RowAppender {
 public:
  RowAppender(JsonValue content, const Table& table, const AddedRows& added)
      : columns_(table.columns()),
        places_(table.places()),
        names_(names_of(columns_)),
        added_(added),
        splices_(content.text()) {
    const std::size_t sent = added.rows.root().size();
    grown_.appended = sent;
    grown_.dropped = beyond(added.keep_last, table.row_count() + sent);
  }

  Result<GrownContent> append() {
    if (grown_.appended * columns_.size() > kMostCells)
      return append_unsupported("has more than 1,000,000 cells; send fewer rows at once",
                                "/append/rows");
    if (auto problem = append_rows()) return *std::move(problem);
    grown_.content = splices_.applied();
    return std::move(grown_);
  }

 private:
  static constexpr std::size_t kMostCells = 1'000'000;

  // Nothing where a row has no cell, by column.
  using Cells = std::vector<std::optional<JsonValue>>;

  std::optional<core::Error> append_rows() {
    using enum RowPlaces::Names;
    if (places_.names == index)
      return append_unsupported(
          "cannot add rows to a table whose rows have an index; add to both with set, such as "
          R"({"set": [{"op": "add", "path": "/index/-", "value": …}, )"
          R"({"op": "add", "path": "/data/-", "value": […]}]})");
    if (places_.names == members)
      return append_unsupported(
          "cannot add rows to a table whose rows have names; add them with set, which gives them "
          "names too");
    switch (places_.form) {
      case RowPlaces::Form::array:
        return append_to_array(*places_.list);
      case RowPlaces::Form::csv:
        return append_to_csv(*places_.list);
      case RowPlaces::Form::by_column:
        return append_by_column(*places_.list);
      case RowPlaces::Form::none:
        break;
    }
    return add_member(*places_.holder);
  }
  std::optional<core::Error> append_to_array(JsonValue rows);
  void count_rows(JsonValue index);
  std::optional<core::Error> append_to_csv(JsonValue csv);
  std::string declared(const std::string& csv, std::string_view line_end) const;
  std::optional<core::Error> append_by_column(JsonValue values);
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

  bool has_names_of_others(JsonValue row) const;

  const std::vector<TableColumn>& columns_;
  const RowPlaces& places_;
  const ColumnNames names_;
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
      const auto column = names_.find(name);
      if (column == names_.end())
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

// Whether an object would not be read as a row of the table: none of its names is that of a column,
// or one is the heading of a column with another key.
bool RowAppender::has_names_of_others(JsonValue row) const {
  if (!row.is(JsonType::object) || columns_.empty() || row.begin() == row.end()) return false;
  bool has_key = false;
  for (const JsonValue& cell : row) {
    const std::string name = cell.name();
    const auto column = names_.find(name);
    if (column == names_.end()) continue;
    if (columns_[column->second].key != name) return true;
    has_key = true;
  }
  return !has_key;
}

// A row in the form of those that are there; nothing: there are none.
Result<std::string> RowAppender::row_as(JsonValue row, std::optional<JsonType> form) {
  const bool is_too_wide =
      row.is(JsonType::array) && !columns_.empty() && row.size() > columns_.size();
  const bool is_same = !form || row.type() == *form || (is_single(*form) && is_single(row.type()));
  if (is_same && !is_too_wide && !has_names_of_others(row)) return std::string(row.text());
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

std::optional<core::Error> RowAppender::append_to_array(JsonValue rows) {
  const bool is_empty = rows.begin() == rows.end();
  const auto added = rows_as(is_empty ? std::nullopt : std::optional(rows.begin()->type()));
  if (!added) return added.error();
  core::append_elements(splices_, rows, *added, grown_.dropped);
  if (places_.count) count_rows(*places_.count);
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
  core::CsvWriter writer(places_.delimiter, line_end);
  for (const JsonValue& row : added_.rows.root()) {
    const auto cells = cells_of(row);
    if (!cells) return cells.error();
    // Columns that are described beside the text may be more than its records have fields.
    std::size_t width = cells->size();
    while (width > places_.header_fields && !(*cells)[width - 1]) --width;
    for (std::size_t i = 0; i < width; ++i) {
      const auto& cell = (*cells)[i];
      writer.add_field(cell && !cell->is(JsonType::null) ? core::FieldReader::shown_text(*cell)
                                                         : std::string());
    }
    writer.end_record();
    ++at_;
  }
  const bool is_ended = before.ends_with('\n') || before.ends_with('\r');
  std::string added = writer.text();
  if (!is_ended) {
    added.resize(added.size() - line_end.size());
    added.insert(0, line_end);
  }
  std::string after = before + added;
  if (grown_.dropped > 0) {
    const std::vector<std::size_t> places = core::record_places(after);
    const std::size_t first = places[1];  // behind the header
    after.erase(first, places[1 + grown_.dropped] - first);
  }
  const bool is_read_alike = core::delimiter_of(after) == places_.delimiter;
  if (!is_read_alike) after = declared(after, line_end);
  if (grown_.dropped == 0 && is_read_alike) {
    core::append_to_string(splices_, csv, added);
  } else {
    splices_.replace(csv.text(), string_in_json(after));
  }
  return std::nullopt;
}

// The text with a first line that says what separates its fields.
std::string RowAppender::declared(const std::string& csv, std::string_view line_end) const {
  constexpr std::string_view kFirstMark = "\xef\xbb\xbf";  // of the order of bytes
  const std::size_t begin = csv.starts_with(kFirstMark) ? kFirstMark.size() : 0;
  return csv.substr(0, begin).append("sep=").append(1, places_.delimiter).append(line_end) +
         csv.substr(begin);
}

std::optional<core::Error> RowAppender::append_by_column(JsonValue values) {
  const bool is_numbered = values.begin()->is(JsonType::object);
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

// The text that a cell shows, whichever way it is stored.
std::string shown_by_cell(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return std::string(*field);
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr || value->is(JsonType::null)) return {};
  return core::FieldReader::shown_text(*value);
}

// Whether grown content is read as the table before it, without the rows that were dropped, and the
// added ones.
class GrownTable {
 public:
  GrownTable(const Table& before, const Table& after, const AddedRows& added)
      : before_(before), after_(after), added_(added), names_(names_of(after.columns())) {}

  bool is_as_expected(std::size_t dropped) const {
    const std::size_t sent = added_.rows.root().size();
    if (after_.row_count() != before_.row_count() + sent - dropped) return false;
    if (dropped == 0 && !has_headings()) return false;
    TableRows rows(after_);
    return keeps_rows(rows, dropped) && has_added(rows);
  }

 private:
  bool has_headings() const {
    const auto& before = before_.columns();
    const auto& after = after_.columns();
    return after.size() >= before.size() &&
           std::equal(before.begin(), before.end(), after.begin(),
                      [](const TableColumn& one, const TableColumn& other) {
                        return one.label == other.label;
                      });
  }

  // Where the columns are after those have gone that only dropped rows had.
  std::vector<std::optional<std::size_t>> places_after() const {
    std::multimap<std::string_view, std::size_t> left;
    for (std::size_t i = 0; i < after_.columns().size(); ++i)
      left.emplace(after_.columns()[i].label, i);
    std::vector<std::optional<std::size_t>> places;
    for (const TableColumn& column : before_.columns()) {
      const auto place = left.find(column.label);
      places.push_back(place == left.end() ? std::nullopt : std::optional(place->second));
      if (place != left.end()) left.erase(place);
    }
    return places;
  }

  bool keeps_rows(TableRows& after, std::size_t dropped) const {
    const auto places = places_after();
    TableRows before(before_);
    for (std::size_t row = 0; before.next(); ++row) {
      if (row < dropped) continue;
      if (!after.next()) return false;
      for (const std::size_t i : before.columns_with_cells()) {
        const std::string cell = shown_by_cell(before.cells()[i]);
        if (!places[i] ? !cell.empty() : cell != shown_by_cell(after.cells()[*places[i]]))
          return false;
      }
    }
    return true;
  }

  bool has_added(TableRows& after) const {
    std::size_t skipped = 0;
    if (const std::size_t sent = added_.rows.root().size(); sent > after_.row_count())
      skipped = sent - after_.row_count();
    for (const JsonValue& row : added_.rows.root()) {
      if (skipped > 0) {
        --skipped;
        continue;
      }
      if (!after.next() || !is_row(row, after.cells())) return false;
    }
    return !after.next();
  }

  bool is_row(JsonValue row, std::span<const TableCell> cells) const {
    std::size_t column = 0;
    const auto is_cell = [&](std::size_t place, JsonValue cell) {
      return place < cells.size() ? shown_by_cell(cells[place]) == shown_by_cell(cell)
                                  : shown_by_cell(cell).empty();
    };
    if (row.is(JsonType::array))
      return std::all_of(row.begin(), row.end(),
                         [&](JsonValue cell) { return is_cell(column++, cell); });
    if (!row.is(JsonType::object)) return is_cell(0, row);
    return std::all_of(row.begin(), row.end(), [&](JsonValue cell) {
      const std::string name = cell.name();
      const auto place = names_.find(name);
      return place == names_.end() || is_cell(place->second, cell);
    });
  }

  const Table& before_;
  const Table& after_;
  const AddedRows& added_;
  const ColumnNames names_;
};

}  // namespace

Result<GrownContent> with_added_rows(JsonValue content, const Table& table,
                                     const Addition& addition) {
  const auto* const added = std::get_if<AddedRows>(&addition);
  if (added == nullptr)
    return append_unsupported(
        R"(must have rows, as this is a table, such as {"rows": [["Oslo", 3]]})");
  auto grown = RowAppender(content, table, *added).append();
  if (!grown) return grown;
  const auto tree = core::JsonTree::parse(std::string_view(grown->content));
  if (!tree) return tree.error();
  const auto after = read_table(tree->root());
  if (!after || !*after || !GrownTable(table, **after, *added).is_as_expected(grown->dropped))
    return append_unsupported(
        "cannot add these rows, with which the table would be read in another way; send the whole "
        "content");
  return grown;
}

}  // namespace templates
