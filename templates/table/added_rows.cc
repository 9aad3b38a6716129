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
using core::string_in_json;

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

// The text that a cell shows, whichever way it is stored.
std::string shown_by_cell(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return std::string(*field);
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr || value->is(JsonType::null)) return {};
  return core::FieldReader::shown_text(*value);
}

// A row that was sent.
struct SentRow {
  JsonValue value;
  std::string field;  // "/append/rows/3"
};

// The rows that were sent, by what becomes of them.
struct SentRows {
  std::vector<SentRow> added;
  std::map<std::size_t, SentRow> replacing;  // by the place of the row that they replace
};

// The cell of a row in a column; nothing if the row has none.
std::optional<JsonValue> cell_of(JsonValue row, std::size_t column, const ColumnNames& names) {
  if (row.is(JsonType::object)) {
    for (const JsonValue& cell : row) {
      const auto named = names.find(cell.name());
      if (named != names.end() && named->second == column) return cell;
    }
    return std::nullopt;
  }
  if (!row.is(JsonType::array)) return column == 0 ? std::optional(row) : std::nullopt;
  for (const JsonValue& cell : row)
    if (column-- == 0) return cell;
  return std::nullopt;
}

// The rows of a table that has no columns yet, and so no rows: they must have the key themselves.
Result<SentRows> first_rows(SentRows sent, const AddedRows& added) {
  std::vector<std::string> keys;
  for (const SentRow& row : sent.added) {
    if (!row.value.is(JsonType::object))
      return append_unsupported(
          "must be the name of a column, and the table has none yet; send rows as objects",
          "/append/key");
    const auto cell = row.value.find(*added.key);
    keys.push_back(cell ? shown_by_cell(*cell) : std::string());
  }
  const auto matched = match_keys(*added.key, "/append/rows", keys, added.keep_last,
                                  [] { return std::optional<std::string>(); });
  if (!matched) return matched.error();
  return sent;
}

// Finds the rows that have the key of one that was sent.
Result<SentRows> sort_by_key(const Table& table, const ColumnNames& names, const AddedRows& added) {
  SentRows sorted;
  for (const JsonValue& row : added.rows.root())
    sorted.added.push_back({row, "/append/rows/" + std::to_string(sorted.added.size())});
  if (!added.key) return sorted;
  if (table.columns().empty()) return first_rows(std::move(sorted), added);
  const auto column = names.find(*added.key);
  if (column == names.end()) {
    std::vector<std::string> labels;
    for (const TableColumn& one : table.columns()) labels.push_back(one.label);
    return append_unsupported(
        "must be the name of a column of the table; it has " + named_in_message(labels),
        "/append/key");
  }
  std::vector<std::string> keys;
  for (const SentRow& row : sorted.added) {
    const auto cell = cell_of(row.value, column->second, names);
    keys.push_back(cell ? shown_by_cell(*cell) : std::string());
  }
  TableRows rows(table);
  const auto replaced = match_keys(*added.key, "/append/rows", keys, added.keep_last, [&] {
    return rows.next() ? std::optional(shown_by_cell(rows.cells()[column->second])) : std::nullopt;
  });
  if (!replaced) return replaced.error();
  SentRows result;
  std::vector<bool> is_added(sorted.added.size(), true);
  for (const auto& [place, sent] : *replaced) {
    result.replacing.emplace(place, sorted.added[sent]);
    is_added[sent] = false;
  }
  for (std::size_t i = 0; i < is_added.size(); ++i)
    if (is_added[i]) result.added.push_back(sorted.added[i]);
  return result;
}

class RowAppender {
 public:
  RowAppender(JsonValue content, const Table& table, const AddedRows& added, const SentRows& sent)
      : columns_(table.columns()),
        places_(table.places()),
        row_count_(table.row_count()),
        names_(names_of(columns_)),
        sent_(sent),
        splices_(content.text()) {
    grown_.appended = sent.added.size();
    grown_.replaced = sent.replacing.size();
    grown_.dropped = beyond(added.keep_last, row_count_ + grown_.appended);
  }

  Result<GrownContent> append() {
    if ((grown_.appended + grown_.replaced) * columns_.size() > kMostCells)
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
    if (places_.names == members) return refuse_named_rows(*places_.list);
    switch (places_.form) {
      case RowPlaces::Form::array:
        return append_to_array(*places_.list);
      case RowPlaces::Form::csv:
        return append_to_csv(*places_.list);
      case RowPlaces::Form::by_column:
        return refuse_values_by_column(*places_.list);
      case RowPlaces::Form::none:
        break;
    }
    return add_member(*places_.holder);
  }
  std::optional<core::Error> append_to_array(JsonValue rows);
  void count_rows(JsonValue index);
  std::optional<core::Error> append_to_csv(JsonValue csv);
  std::optional<core::Error> add_member(JsonValue holder);

  core::Error refuse_named_rows(JsonValue rows) const {
    const bool are_columns = places_.form == RowPlaces::Form::by_column;
    return append_unsupported(
        std::string("cannot add rows to a table whose rows have names; add them with set, ") +
        (are_columns ? "to each column, " : "") + R"(such as {"set": [{"op": "add", "path": ")" +
        (are_columns ? *rows.begin() : rows).pointer() + R"(/Oslo", "value": …}]})");
  }
  static core::Error refuse_values_by_column(JsonValue values) {
    const JsonValue first = *values.begin();
    const std::string place = first.is(JsonType::array) ? "-" : std::to_string(first.size());
    return append_unsupported(
        "cannot add rows to values by column; add to each column with set, such as "
        R"({"set": [{"op": "add", "path": ")" +
        first.pointer() + '/' + place + R"(", "value": …}]})");
  }

  Result<std::vector<std::string>> added_as(std::optional<JsonType> form);
  Result<std::string> row_as(const SentRow& sent, std::optional<JsonType> form) const;
  Result<std::string> object_of(const Cells& cells, const SentRow& row) const;
  Result<Cells> cells_of(const SentRow& sent) const;
  // A record of CSV, without a line end.
  Result<std::string> record_of(const SentRow& row) const;
  std::string names_of_columns() const;

  bool has_names_of_others(JsonValue row) const;

  const std::vector<TableColumn>& columns_;
  const RowPlaces& places_;
  const std::size_t row_count_;
  const ColumnNames names_;
  const SentRows& sent_;
  Splices splices_;
  GrownContent grown_;
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

Result<RowAppender::Cells> RowAppender::cells_of(const SentRow& sent) const {
  core::CpuLimit::check();
  const JsonValue row = sent.value;
  Cells cells(columns_.size());
  if (row.is(JsonType::object)) {
    for (const JsonValue& cell : row) {
      const std::string name = cell.name();
      const auto column = names_.find(name);
      if (column == names_.end())
        return append_unsupported(
            "has " + string_in_json(name) + ", but the table's columns are " + names_of_columns(),
            sent.field);
      if (cells[column->second])
        return append_unsupported(
            "has two values for the column " + string_in_json(columns_[column->second].label),
            sent.field);
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
    return append_unsupported("has " + std::to_string(count) + (count == 1 ? " value" : " values") +
                                  ", but the table's columns are " + names_of_columns(),
                              sent.field);
  return cells;
}

Result<std::string> RowAppender::object_of(const Cells& cells, const SentRow& row) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i]) continue;
    if (!columns_[i].key)
      return append_unsupported("must be an object, as the rows of the table are, whose column " +
                                    string_in_json(columns_[i].label) + " has no key",
                                row.field);
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
Result<std::string> RowAppender::row_as(const SentRow& sent, std::optional<JsonType> form) const {
  const JsonValue row = sent.value;
  const bool is_too_wide =
      row.is(JsonType::array) && !columns_.empty() && row.size() > columns_.size();
  const bool is_same = !form || row.type() == *form || (is_single(*form) && is_single(row.type()));
  if (is_same && !is_too_wide && !has_names_of_others(row)) return std::string(row.text());
  const auto cells = cells_of(sent);
  if (!cells) return cells.error();
  if (form == JsonType::object) return object_of(*cells, sent);
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

Result<std::vector<std::string>> RowAppender::added_as(std::optional<JsonType> form) {
  std::vector<std::string> texts;
  for (const SentRow& row : sent_.added) {
    auto text = row_as(row, form);
    if (!text) return text.error();
    texts.push_back(*std::move(text));
  }
  return texts;
}

std::optional<core::Error> RowAppender::append_to_array(JsonValue rows) {
  const bool is_empty = rows.begin() == rows.end();
  const auto added = added_as(is_empty ? std::nullopt : std::optional(rows.begin()->type()));
  if (!added) return added.error();
  std::size_t place = 0;
  auto next = sent_.replacing.begin();
  for (auto row = rows.begin(); next != sent_.replacing.end(); ++row, ++place) {
    if (next->first != place) continue;
    auto text = row_as(next->second, row->type());
    if (!text) return text.error();
    if (place >= grown_.dropped) splices_.replace(row->text(), *std::move(text));
    ++next;
  }
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

Result<std::string> RowAppender::record_of(const SentRow& row) const {
  const auto cells = cells_of(row);
  if (!cells) return cells.error();
  // Columns that are described beside the text may be more than its records have fields.
  std::size_t width = cells->size();
  while (width > places_.header_fields && !(*cells)[width - 1]) --width;
  core::CsvWriter writer(places_.delimiter, "");
  for (std::size_t i = 0; i < width; ++i) {
    const auto& cell = (*cells)[i];
    writer.add_field(cell ? shown_by_cell(*cell) : std::string());
  }
  writer.end_record();
  return std::move(writer).text();
}

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// A change of the decoded text of CSV.
struct CsvChange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string with;
};

// The text after changes that ascend.
std::string changed(const std::string& text, const std::vector<CsvChange>& changes) {
  Splices splices(text);
  for (const CsvChange& change : changes)
    splices.replace(std::string_view(text).substr(change.begin, change.end - change.begin),
                    change.with);
  return splices.applied();
}

std::optional<core::Error> RowAppender::append_to_csv(JsonValue csv) {
  const std::string before = csv.exact_string();
  if (columns_.empty())
    return append_unsupported("cannot add rows to CSV without a first line that names the columns");
  const bool has_returns = before.find('\r') != std::string::npos;
  const bool has_newlines = before.find('\n') != std::string::npos;
  const std::string line_end = !has_returns ? "\n" : has_newlines ? "\r\n" : "\r";
  const std::vector<std::size_t> records = core::record_places(before);
  const std::size_t dropped = std::min(grown_.dropped, row_count_);
  std::vector<CsvChange> changes;
  if (dropped > 0) changes.push_back({records[1], records[1 + dropped], {}});
  for (const auto& [row, sent] : sent_.replacing) {
    auto record = record_of(sent);
    if (!record) return record.error();
    std::size_t end = records[2 + row];
    while (end > records[1 + row] && is_line_end(before[end - 1])) --end;
    if (row >= dropped) changes.push_back({records[1 + row], end, *std::move(record)});
  }
  const bool is_ended = !before.empty() && is_line_end(before.back());
  const bool begins_line = is_ended || (dropped > 0 && dropped == row_count_);
  std::string added;
  for (std::size_t i = 0; i < sent_.added.size(); ++i) {
    const auto record = record_of(sent_.added[i]);
    if (!record) return record.error();
    if (i < grown_.dropped - dropped) continue;
    if (!added.empty() || !begins_line) added += line_end;
    added += *record;
  }
  if (!added.empty() && is_ended) added += line_end;
  changes.push_back({before.size(), before.size(), std::move(added)});
  if (core::delimiter_of(changed(before, changes)) != places_.delimiter) {
    // A first line says what separates the fields, behind the mark of the order of bytes.
    constexpr std::string_view kFirstMark = "\xef\xbb\xbf";
    const std::size_t begin = before.starts_with(kFirstMark) ? kFirstMark.size() : 0;
    changes.insert(changes.begin(),
                   {begin, begin, std::string("sep=") + places_.delimiter + line_end});
  }
  core::StringPlaces places(csv);
  for (const CsvChange& change : changes) {
    const char* const begin = places.at(change.begin);
    const std::string with = string_in_json(change.with);
    splices_.replace(std::string_view(begin, places.at(change.end)),
                     with.substr(1, with.size() - 2));
  }
  return std::nullopt;
}

// The first rows of a table that has columns alone.
std::optional<core::Error> RowAppender::add_member(JsonValue holder) {
  const auto added = added_as(std::nullopt);
  if (!added) return added.error();
  std::string text = holder.begin() == holder.end() ? "\"rows\":[" : ",\"rows\":[";
  for (std::size_t i = grown_.dropped; i < added->size(); ++i) {
    if (i > grown_.dropped) text += ',';
    text += (*added)[i];
  }
  splices_.insert(holder.text().data() + holder.text().size() - 1, text + ']');
  return std::nullopt;
}

// Whether grown content is read as the table before it, without the rows that were dropped, and
// with those that were sent.
class GrownTable {
 public:
  GrownTable(const Table& before, const Table& after, const SentRows& sent)
      : before_(before), after_(after), sent_(sent), names_(names_of(after.columns())) {}

  bool is_as_expected(std::size_t dropped) const {
    if (after_.row_count() != before_.row_count() + sent_.added.size() - dropped) return false;
    if (dropped == 0 && sent_.replacing.empty() && !has_headings()) return false;
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

  // Where the columns are after those have gone that only rows had which are no longer there.
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
      if (const auto sent = sent_.replacing.find(row); sent != sent_.replacing.end()) {
        if (!is_row(sent->second.value, after.cells())) return false;
        continue;
      }
      for (const std::size_t i : before.columns_with_cells()) {
        const std::string cell = shown_by_cell(before.cells()[i]);
        if (!places[i] ? !cell.empty() : cell != shown_by_cell(after.cells()[*places[i]]))
          return false;
      }
    }
    return true;
  }

  bool has_added(TableRows& after) const {
    const std::size_t sent = sent_.added.size();
    for (std::size_t i = sent - std::min(sent, after_.row_count()); i < sent; ++i)
      if (!after.next() || !is_row(sent_.added[i].value, after.cells())) return false;
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
  const SentRows& sent_;
  const ColumnNames names_;
};

}  // namespace

Result<GrownContent> with_added_rows(JsonValue content, const Table& table,
                                     const Addition& addition) {
  const auto* const added = std::get_if<AddedRows>(&addition);
  if (added == nullptr)
    return append_unsupported(
        R"(must have rows, as this is a table, such as {"rows": [["Oslo", 3]]})");
  const auto sent = sort_by_key(table, names_of(table.columns()), *added);
  if (!sent) return sent.error();
  auto grown = RowAppender(content, table, *added, *sent).append();
  if (!grown) return grown;
  const auto tree = core::JsonTree::parse(std::string_view(grown->content));
  if (!tree) return tree.error();
  const auto after = read_table(tree->root());
  if (!after || !*after || !GrownTable(table, **after, *sent).is_as_expected(grown->dropped))
    return append_unsupported(
        "cannot add these rows, with which the table would be read in another way; send the whole "
        "content");
  return grown;
}

}  // namespace templates
