// Generated and collected contents of tables and charts, for tests of properties that all have.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/fields.h"
#include "core/text/csv.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "templates/registry.h"
#include "templates/table/table_reader.h"

namespace templates::tests {

using Rows = std::vector<std::vector<std::string>>;

// The text of a cell.
inline std::string shown(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return std::string(*field);
  const auto* value = std::get_if<core::JsonValue>(&cell);
  if (value == nullptr || value->is(core::JsonType::null)) return {};
  return core::FieldReader::shown_text(*value);
}

// The cells that the page shows, the headings first.
inline Rows page_of(const std::string& content) {
  const auto tree = core::JsonTree::parse(std::string_view(content));
  const auto table =
      tree ? read_table(tree->root()) : core::Result<std::optional<Table>>(std::optional<Table>());
  Rows page;
  if (!table || !*table) return page;
  page.emplace_back();
  for (const TableColumn& column : (*table)->columns()) page.back().push_back(column.label);
  for (TableRows rows(**table); rows.next();) {
    page.emplace_back();
    for (const TableCell& cell : rows.cells()) page.back().push_back(shown(cell));
  }
  return page;
}

inline std::string in_json(std::string_view text) {
  core::JsonWriter json;
  json.value(text);
  return json.text();
}

// Contents of tables in all forms that their reader knows, the same for the same seed.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::string text() {
    static const std::vector<std::string> kTexts{
        "a",   "1",     "2,5",  "x;y",   "p|q", "t\tu", "\"q\"", "two\nlines", "",
        "1E2", "1.250", "ü, ö", "sep=;", "-",   "=1+1", " b ",   "\r",         "n/a"};
    return kTexts[below(kTexts.size())];
  }

  std::string csv(std::size_t width) {
    static const std::vector<char> kDelimiters{',', ';', '\t', '|'};
    static const std::vector<std::string> kLineEnds{"\n", "\r\n", "\r"};
    core::CsvWriter writer(kDelimiters[below(4)], kLineEnds[below(3)]);
    for (std::size_t i = 0; i < width; ++i)
      writer.add_field(std::string(1, static_cast<char>('A' + i)));
    writer.end_record();
    for (std::size_t rows = below(4); rows > 0; --rows) {
      const std::size_t fields = below(4) == 0 ? 1 + below(width + 1) : width;
      for (std::size_t i = 0; i < fields; ++i) writer.add_field(text());
      writer.end_record();
    }
    std::string written = writer.text();
    while (below(3) == 0 && (written.ends_with('\n') || written.ends_with('\r')))
      written.pop_back();
    return written;
  }

  std::string columns(std::size_t width) {
    std::string list;
    for (std::size_t i = 0; i < width; ++i) {
      const std::string name(1, static_cast<char>('A' + i));
      list += (list.empty() ? "" : ",") +
              (below(3) == 0 ? R"({"key":")" + name + R"(","label":"Column of )" + name + "\"}"
                             : in_json(name));
    }
    return '[' + list + ']';
  }

  std::string value() { return below(3) == 0 ? std::to_string(below(3000)) : in_json(text()); }

  std::string row(std::size_t width, bool is_object) {
    std::string cells;
    for (std::size_t i = 0; i < width; ++i) {
      if (is_object && below(5) == 0) continue;
      cells += cells.empty() ? "" : ",";
      if (is_object) cells += in_json(std::string(1, static_cast<char>('A' + i))) + ':';
      cells += below(6) == 0 ? "null" : value();
    }
    return is_object ? '{' + cells + '}' : '[' + cells + ']';
  }

  std::string rows(std::size_t width, std::size_t most) {
    const bool are_objects = below(2) == 0;
    std::string list;
    for (std::size_t i = below(most + 1); i > 0; --i)
      list += (list.empty() ? "" : ",") + row(width, are_objects);
    return '[' + list + ']';
  }

  std::string values_by_column(std::size_t width) {
    const std::size_t height = 1 + below(3);
    std::string list;
    for (std::size_t i = 0; i < width; ++i) {
      std::string values;
      for (std::size_t j = 0; j < height; ++j) values += (j == 0 ? "" : ",") + value();
      list += (i == 0 ? "" : ",") + in_json(std::string(1, static_cast<char>('A' + i))) + ":[" +
              values + ']';
    }
    return '{' + list + '}';
  }

  std::string table(std::size_t width) {
    static const std::vector<std::string> kRows{"rows", "data", "records", "items"};
    static const std::vector<std::string> kColumns{"columns", "headers", "fields"};
    const std::string described = '"' + kColumns[below(3)] + "\":";
    switch (below(7)) {
      case 0:
        return R"({"csv":)" + in_json(csv(width)) + '}';
      case 1:
        return '{' + described + columns(below(width + 2)) + R"(,"csv":)" + in_json(csv(width)) +
               '}';
      case 2:
        return '{' + described + columns(width) + ",\"" + kRows[below(4)] + "\":" + rows(width, 3) +
               '}';
      case 3:
        return R"({")" + kRows[below(4)] + "\":" + rows(width, 3) + '}';
      case 4:
        return values_by_column(width + 1);
      case 5:
        return R"({"columns":)" + columns(width) + R"(,"index":[0,1],"data":[)" +
               row(width, false) + ',' + row(width, false) + "]}";
      default:
        return '{' + described + columns(width) + '}';
    }
  }

  std::string content(std::size_t width) {
    switch (below(6)) {
      case 0:
        return R"({"columns":[],"table":)" + table(width) + '}';
      case 1:
        return R"({"lang":"de","table":)" + table(width) + '}';
      case 2:
        return R"({"table":)" + rows(width, 3) + '}';
      default:
        return table(width);
    }
  }

 private:
  std::mt19937 random_;
};

// The examples of a template, and the contents with which its fuzz target begins.
inline std::vector<std::string> collected_contents(core::Template id) {
  std::vector<std::string> contents{std::string(definition_of(id).example)};
  const std::filesystem::path seeds = std::filesystem::path(SOURCE_FOLDER) / "tests/fuzz/seeds" /
                                      (std::string(core::to_string(id)) + "_content");
  for (const auto& entry : std::filesystem::directory_iterator(seeds)) {
    std::ifstream file(entry.path());
    contents.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return contents;
}

}  // namespace templates::tests
