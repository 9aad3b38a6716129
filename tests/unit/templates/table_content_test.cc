#include "templates/table/table_content.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../core/names_of_same_hash.h"
#include "templates/content.h"
#include "templates/table/table_forms.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

using core::ErrorCode;
using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using core::Result;
using core::Template;

// A content object with all that is read from it.
struct Content {
  explicit Content(std::string sent)
      : text(std::move(sent)), tree(JsonTree::parse(text)), table(read_table(tree->root())) {}
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  std::string text;
  Result<JsonTree> tree;
  Result<std::optional<Table>> table;
};

std::string cell_text(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return std::string(*field);
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr) return "-";
  return value->is(JsonType::string) ? value->string() : std::string(value->text());
}

// The labels, then the rows: "A B|1 2|3 4"; cells that a row does not have are "-".
std::string shown(const std::string& text) {
  const Content content(text);
  if (!content.table) return content.table.error().sentence();
  if (!*content.table) return "nothing";
  const Table& table = **content.table;
  if (table.columns().empty()) return "no rows";
  std::string all;
  for (const TableColumn& column : table.columns()) all += column.label + " ";
  all.pop_back();
  std::size_t count = 0;
  for (TableRows rows(table); rows.next(); ++count) {
    EXPECT_EQ(rows.cells().size(), table.columns().size());
    all += '|';
    for (const TableCell& cell : rows.cells()) all += cell_text(cell) + " ";
    all.pop_back();
  }
  EXPECT_EQ(count, table.row_count());
  return all;
}

std::string problem(const std::string& text) {
  const Content content(text);
  if (content.table) return "none";
  EXPECT_EQ(content.table.error().code, ErrorCode::invalid_content);
  return content.table.error().sentence();
}

std::string csv_of(const std::string& text) {
  const Content content(text);
  const auto csv = content.table && *content.table ? to_csv(**content.table) : std::nullopt;
  return csv.value_or("none");
}

TEST(TableContent, ReadsColumnsAndRows) {
  EXPECT_EQ(shown(R"({"columns":["a","b"],"rows":[[1,"x"],{"b":2,"a":null},[true]]})"),
            "a b|1 x|null 2|true -");
}

TEST(TableContent, ReadsEveryNameOfColumnsAndRows) {
  const auto text = [](const std::string& columns, const std::string& rows) {
    return "{\"" + columns + R"(":["a"],")" + rows + R"(":[[1]]})";
  };
  for (const std::string columns : {"columns", "headers", "fields", "columnDefs"}) {
    for (const std::string rows : {"rows", "data", "records", "items", "dataSource", "rowData"})
      EXPECT_EQ(shown(text(columns, rows)), "a|1");
  }
}

TEST(TableContent, ReadsEveryNameOfAColumnsKeyAndLabel) {
  const auto text = [](const std::string& key, const std::string& label) {
    return R"({"columns":[{")" + key + R"(":"a",")" + label +
           R"(":"A"},{"key":"b"}],"rows":[{"b":2,"a":1}]})";
  };
  for (const std::string key :
       {"key", "id", "field", "accessor", "name", "accessorKey", "dataIndex"}) {
    for (const std::string label : {"label", "header", "title", "headerName"})
      EXPECT_EQ(shown(text(key, label)), "A b|1 2");
  }
  EXPECT_EQ(shown(R"({"columns":[{"label":"a"},{"id":7,"title":8},2024,{}],)"
                  R"("rows":[{"a":1,"7":2,"2024":3},[4,5,6,7]]})"),
            "a 8 2024 Column 4|1 2 3 -|4 5 6 7");
}

TEST(TableContent, ReadsTheKeyOfTheDataWhereAColumnHasAKeyOfItsOwn) {
  EXPECT_EQ(
      shown(R"({"columns":[{"key":"1","dataIndex":"a","title":"A"}],"dataSource":[{"a":1}]})"),
      "A|1");
  EXPECT_EQ(shown(R"({"columns":[{"id":"1","accessorKey":"a","header":"A"}],"data":[{"a":1}]})"),
            "A|1");
}

TEST(TableContent, ReadsAlignmentAndFormat) {
  const Content content(R"({"columns":[{"key":"a","align":"RIGHT","format":"Currency"},
    {"key":"b","align":"center","format":"percent"},{"key":"c","align":"left","format":"number"},
    {"key":"d","format":"date"},{"key":"e","format":"link"},
    {"key":"f","align":"justify","format":"sparkline"},"g"]})");
  ASSERT_TRUE(content.table);
  const auto& columns = (*content.table)->columns();
  EXPECT_EQ(columns[0].align, CellAlignment::right);
  EXPECT_EQ(columns[0].format, CellFormat::currency);
  EXPECT_EQ(columns[1].align, CellAlignment::center);
  EXPECT_EQ(columns[1].format, CellFormat::percent);
  EXPECT_EQ(columns[2].align, CellAlignment::left);
  EXPECT_EQ(columns[2].format, CellFormat::number);
  EXPECT_EQ(columns[3].format, CellFormat::date);
  EXPECT_EQ(columns[4].format, CellFormat::link);
  for (const std::size_t i : {5U, 6U}) {
    EXPECT_EQ(columns[i].align, std::nullopt);
    EXPECT_EQ(columns[i].format, std::nullopt);
  }
  EXPECT_EQ((*content.table)->row_count(), 0U);
}

TEST(TableContent, DerivesColumnsFromTheKeysOfTheRows) {
  EXPECT_EQ(shown(R"({"rows":[{"b":1,"a":2},{"a":3,"c":4,"b":5},{},{"\u0061":6}]})"),
            "b a c|1 2 -|5 3 4|- - -|- 6 -");
  EXPECT_EQ(shown(R"({"columns":[],"rows":[{"":1,"😀":2}]})"), "Column 1 😀|1 2");
}

TEST(TableContent, NumbersColumnsOfArraysThatHaveNone) {
  EXPECT_EQ(shown(R"({"rows":[[1],[2,3],[]]})"), "Column 1 Column 2|1 -|2 3|- -");
  EXPECT_EQ(shown(R"({"columns":["a"],"rows":[[1],[2,3]]})"), "a Column 2|1 -|2 3");
}

TEST(TableContent, ReadsPlainValuesAsRowsOfOneColumn) {
  EXPECT_EQ(shown(R"({"columns":["a"],"rows":["x",1,null,["y"],{"a":"z"}]})"), "a|x|1|null|y|z");
  EXPECT_EQ(shown(R"({"rows":["x",true]})"), "Column 1|x|true");
}

TEST(TableContent, ShowsNestedValuesAsJson) {
  EXPECT_EQ(shown(R"({"rows":[{"a":{"b":[1, 2]},"n":1e400}]})"), R"(a n|{"b":[1, 2]} 1e400)");
}

TEST(TableContent, ShowsAValueInEveryColumnOfItsKey) {
  EXPECT_EQ(shown(R"({"columns":["a",{"key":"a","label":"again"},"b"],"rows":[{"b":2,"a":1}]})"),
            "a again b|1 1 2");
}

TEST(TableContent, ReadsCsv) {
  EXPECT_EQ(shown(R"({"csv":"\ufeffa,b\r\n1,\"x,\"\"y\"\"\"\r\n\r\n2,\"l\nm\"\n"})"),
            "a b|1 x,\"y\"|2 l\nm");
  EXPECT_EQ(shown(R"({"csv":"a,\n1\n2,3,4\n"})"), "a Column 2 Column 3|1 - -|2 3 4");
  EXPECT_EQ(shown(R"({"csv":"a,b\n"})"), "a b");
  EXPECT_EQ(shown(R"({"csv":""})"), "no rows");
  EXPECT_EQ(shown(R"({"columns":[{"key":"x","label":"X"}],"csv":"a,b\n1,2"})"), "X b|1 2");
  EXPECT_EQ(shown(R"({"rows":[{"r":1}],"csv":"a"})"), "r|1");
}

TEST(TableContent, KeepsTheRowsOfCsvWhenTheTableIsMoved) {
  Content content(R"({"csv":"a\n1"})");
  const Table table = **std::move(content.table);
  TableRows rows(table);
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(cell_text(rows.cells()[0]), "1");
  EXPECT_FALSE(rows.next());
  EXPECT_FALSE(rows.next());
}

TEST(TableContent, ReadsWhatTableWraps) {
  EXPECT_EQ(shown(R"({"table":{"headers":["a"],"items":[[1]]}})"), "a|1");
  EXPECT_EQ(shown(R"({"table":[{"a":1}]})"), "a|1");
  EXPECT_EQ(shown(R"({"table":{"csv":"a\n1"}})"), "a|1");
}

TEST(TableContent, HasNothingWithoutColumns) {
  for (const std::string text :
       {"{}", R"({"odd":[[1]]})", R"({"rows":[{},{}]})", R"({"rows":[[]]})",
        R"({"columns":[],"rows":null})", R"({"table":{}})", R"({"table":null})"})
    EXPECT_EQ(shown(text), "nothing") << text;
}

TEST(TableContent, NamesFieldsOfTheWrongTypeByTheirPointers) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"[]", "/content must be an object, not an array"},
      {R"({"columns":"a"})", "/content/columns must be an array, not a string"},
      {R"({"headers":{}})", "/content/headers must be an array, not an object"},
      {R"({"columns":["a",true]})",
       "/content/columns/1 must be a string or an object, not a boolean"},
      {R"({"columns":[["a"]]})", "/content/columns/0 must be a string or an object, not an array"},
      {R"({"columns":[{"key":{}}]})",
       "/content/columns/0/key must be a string or a number, not an object"},
      {R"({"columns":[{"key":"a","label":[]}]})",
       "/content/columns/0/label must be a string or a number, not an array"},
      {R"({"columns":[{"key":"a","align":1}]})",
       "/content/columns/0/align must be a string, not a number"},
      {R"({"columns":[{"key":"a","format":{}}]})",
       "/content/columns/0/format must be a string, not an object"},
      {R"({"rows":"x"})", "/content/rows must be an array, not a string"},
      {R"({"data":{}})", "/content/data must be an array, not an object"},
      {R"({"columns":["a","b"],"rows":[[1],[2],{},"x",5]})",
       "/content/rows/3 must be an array or an object, not a string"},
      {R"({"rows":[{"a":1,"b":2},null]})",
       "/content/rows/1 must be an array or an object, not null"},
      {R"({"csv":["a"]})", "/content/csv must be a string, not an array"},
      {R"({"csv":"a,\"b"})",
       "/content/csv has an unterminated quoted field, which begins in line 1"},
      {R"({"table":"a"})", "/content/table must be an object or an array, not a string"},
      {R"({"table":{"rows":{}}})", "/content/table/rows must be an array, not an object"},
      {R"({"table":[[1,2],3]})", "/content/table/1 must be an array or an object, not a number"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(problem(text), message) << text;
}

TEST(TableContent, RejectsDuplicateKeysThatItReads) {
  EXPECT_EQ(problem(R"({"rows":[{"a":1},{"a":1,"\u0061":2}]})"),
            "/content/rows/1 has a duplicate key \"a\"");
  EXPECT_EQ(problem(R"({"columns":[{"key":"a","key":"b"}]})"),
            "/content/columns/0 has a duplicate key \"key\"");
  EXPECT_EQ(problem(R"({"columns":["a"],"rows":[{"x":1,"x":2,"a":{"y":1,"y":2}}]})"), "none");
}

TEST(TableContent, LimitsColumnsToAThousand) {
  const auto list = [](int count, const std::string& element) {
    std::string all = "[";
    for (int i = 0; i < count; ++i) all += element + ",";
    all.back() = ']';
    return all;
  };
  const auto record = [](int count) {
    std::string all = "{";
    for (int i = 0; i < count; ++i) all += "\"k" + std::to_string(i) + "\":0,";
    all.back() = '}';
    return all;
  };
  const std::string commas(999, ',');
  EXPECT_EQ(problem("{\"columns\":" + list(1000, "\"a\"") + "}"), "none");
  EXPECT_EQ(problem("{\"columns\":" + list(1001, "\"a\"") + "}"),
            "/content/columns must have at most 1,000 columns");
  EXPECT_EQ(problem("{\"rows\":[" + list(1000, "0") + "]}"), "none");
  EXPECT_EQ(problem("{\"rows\":[[0]," + list(1001, "0") + "]}"),
            "/content/rows/1 must have at most 1,000 cells");
  EXPECT_EQ(problem("{\"rows\":[" + record(1000) + "]}"), "none");
  EXPECT_EQ(problem("{\"rows\":[" + record(1001) + "]}"),
            "/content/rows must have at most 1,000 different keys");
  EXPECT_EQ(problem("{\"columns\":[\"k0\"],\"rows\":[" + record(5000) + "]}"), "none");
  EXPECT_EQ(problem("{\"csv\":\"" + commas + "\"}"), "none");
  EXPECT_EQ(problem("{\"csv\":\"" + commas + ",\"}"),
            "/content/csv must have at most 1,000 columns");
  EXPECT_EQ(problem("{\"csv\":\"a\\n" + commas + ",\"}"),
            "/content/csv must have at most 1,000 fields in a record");
}

TEST(TableContent, ReadsManyRows) {
  std::string text = R"({"rows":[)";
  for (int i = 0; i < 20000; ++i) text += R"({"a":)" + std::to_string(i) + R"(,"b":"x","c":null},)";
  text.back() = ']';
  const Content content(text + "}");
  ASSERT_TRUE(content.table);
  EXPECT_EQ((*content.table)->row_count(), 20000U);
  std::string last;
  for (TableRows rows(**content.table); rows.next();) last = cell_text(rows.cells()[0]);
  EXPECT_EQ(last, "19999");
}

TEST(TableContent, AcceptsDeepNestingInCells) {
  const std::string deep = std::string(61, '[') + std::string(61, ']');
  EXPECT_EQ(shown("{\"rows\":[{\"a\":" + deep + "}]}"), "a|" + deep);
}

TEST(TableAsCsv, WritesLabelsAndRows) {
  EXPECT_EQ(csv_of(R"({"columns":[{"key":"a","label":"A, \"1\""},"b"],
    "rows":[{"a":1.50,"b":"é\n"},{"b":null},[true,{"x":[1,2]}]]})"),
            "\"A, \"\"1\"\"\",b\r\n1.50,\"é\n\"\r\n,\r\ntrue,\"{\"\"x\"\":[1,2]}\"\r\n");
  EXPECT_EQ(csv_of(R"({"columns":["a"],"rows":[null]})"), "a\r\n\"\"\r\n");
}

TEST(TableAsCsv, MakesFormulasHarmless) {
  EXPECT_EQ(
      csv_of(R"({"columns":["=a"],"rows":["=1+1","+1","-1","@x","\tx","\rx","x=1","'","-",-1.5]})"),
      "'=a\r\n'=1+1\r\n+1\r\n-1\r\n'@x\r\n\"'\tx\"\r\n\"'\rx\"\r\nx=1\r\n'\r\n-\r\n-1.5\r\n");
}

TEST(TableAsCsv, KeepsAmountsWithASign) {
  EXPECT_EQ(
      csv_of(R"({"columns":["a"],"rows":["-3%","+4 %","-$5.00","-5 €","-1.234,50","+1'000"]})"),
      "a\r\n-3%\r\n+4 %\r\n-$5.00\r\n-5 €\r\n\"-1.234,50\"\r\n+1'000\r\n");
  EXPECT_EQ(
      csv_of(R"({"columns":["a"],"rows":["-3%-1","-A1","+(1","-€","--1","-1e5","-5 EUR","+1*2"]})"),
      "a\r\n'-3%-1\r\n'-A1\r\n'+(1\r\n'-€\r\n'--1\r\n'-1e5\r\n'-5 EUR\r\n'+1*2\r\n");
}

TEST(TableAsCsv, KeepsNumbersThatCameInCsv) {
  EXPECT_EQ(csv_of(R"({"csv":"a,b\n-1.5,-1+2\n=x,+1"})"), "a,b\r\n-1.5,'-1+2\r\n'=x,+1\r\n");
}

TEST(TableContent, ReadsDataFramesThatPandasHasSplit) {
  EXPECT_EQ(shown(R"({"columns":["a","b"],"index":[0,1],"data":[[1,2],[3,4]]})"), "a b|1 2|3 4");
  EXPECT_EQ(shown(R"({"columns":["a"],"index":["x","y"],"data":[[1],[2]]})"), "Index a|x 1|y 2");
  EXPECT_EQ(shown(R"({"columns":["a"],"index":[1,0],"data":[[1],[2]]})"), "Index a|1 1|0 2");
  EXPECT_EQ(shown(R"({"columns":[2024,2025],"index":["x"],"data":[[1,2]]})"),
            "Index 2024 2025|x 1 2");
  EXPECT_EQ(shown(R"({"columns":["a"],"index":[],"data":[]})"), "a");
  EXPECT_EQ(shown(R"({"table":{"columns":["a"],"index":["x"],"data":[[1]]}})"), "Index a|x 1");
}

TEST(TableContent, ReadsASeriesThatPandasHasSplit) {
  EXPECT_EQ(shown(R"({"name":"cnt","index":["a","b"],"data":[2,1]})"), "Index cnt|a 2|b 1");
  EXPECT_EQ(shown(R"({"name":null,"index":["a","b"],"data":[2,null]})"), "Index Value|a 2|b null");
  EXPECT_EQ(shown(R"({"name":"cnt","index":[0,1],"data":[2,1]})"), "cnt|2|1");
  EXPECT_EQ(shown(R"({"name":"cnt","index":[["a",1]],"data":[2]})"), "Index 1 Index 2 cnt|a 1 2");
  EXPECT_EQ(csv_of(R"({"name":"cnt","index":["a"],"data":[2]})"), "Index,cnt\r\na,2\r\n");
  EXPECT_EQ(shown(R"({"name":"cnt","index":["a"],"data":[2,1]})"), "Column 1|2|1");
}

TEST(TableContent, NamesTheLevelsOfAnIndexAsPandasDoes) {
  const auto tight = [](const std::string& names) {
    return shown(R"({"index":[["p",1]],"columns":["a"],"data":[[3]],"column_names":[null],)"
                 R"("index_names":)" +
                 names + "}");
  };
  EXPECT_EQ(tight(R"(["city","year"])"), "city year a|p 1 3");
  EXPECT_EQ(tight(R"([null,"year"])"), "Index 1 year a|p 1 3");
  EXPECT_EQ(tight(R"(["city","year","more"])"), "city year a|p 1 3");
  EXPECT_EQ(shown(R"({"index":[0],"columns":["a"],"data":[[3]],"index_names":["id"]})"),
            "id a|0 3");
  EXPECT_EQ(shown(R"({"index":[0],"columns":["a"],"data":[[3]],"index_names":[null]})"), "a|3");
}

TEST(TableContent, ReadsNamesOfColumnsThatClickHouseWritesBesideTheData) {
  const std::string meta = R"({"meta":[{"name":"d","type":"Date"},{"name":"n","type":"UInt8"}],)";
  EXPECT_EQ(shown(meta + R"("data":[["x",1],["y",2]],"rows":2,"statistics":{"elapsed":1}})"),
            "d n|x 1|y 2");
  EXPECT_EQ(shown(meta + R"("data":[{"d":"x","n":1}],"rows":1})"), "d n|x 1");
  EXPECT_EQ(shown(meta + R"("data":[],"rows":0})"), "d n");
  EXPECT_EQ(shown(R"({"meta":[{"name":"d"}],"data":[["x"]]})"), "Column 1|x");
}

TEST(TableContent, ReadsDataFramesByColumn) {
  constexpr std::string_view kExpected = "a b|1 x|2 null";
  for (const std::string columns :
       {R"({"a":[1,2],"b":["x",null]})", R"({"a":{"0":1,"1":2},"b":{"0":"x","1":null}})",
        R"({"0":{"a":1,"b":"x"},"1":{"a":2,"b":null}})"}) {
    EXPECT_EQ(shown(columns), kExpected) << columns;
    EXPECT_EQ(shown(R"({"data":)" + columns + "}"), kExpected) << columns;
    EXPECT_EQ(shown(R"({"table":)" + columns + "}"), kExpected) << columns;
    EXPECT_EQ(shown(R"({"rows":)" + columns + R"(,"note":"x"})"), kExpected) << columns;
  }
  EXPECT_EQ(shown(R"({"a":{"x":1,"y":2},"b":{"x":3,"y":4}})"), "Index a b|x 1 3|y 2 4");
  EXPECT_EQ(csv_of(R"({"a":{"x":1,"y":2},"b":{"x":3,"y":4}})"), "Index,a,b\r\nx,1,3\r\ny,2,4\r\n");
  EXPECT_EQ(shown(R"({"columns":[{"key":"b","label":"B"},"c"],"data":{"a":[1],"b":[2]}})"),
            "B c|2 -");
  EXPECT_EQ(shown(R"({"a":[1,2]})"), "a|1|2");
  EXPECT_EQ(shown(R"({"a":{"0":1,"1":2}})"), "a|1|2");
}

TEST(TableContent, ReadsColumnsThatAreCalledLikeAMember) {
  for (const std::string name : {"items", "data", "records", "rows", "columns", "fields", "csv"}) {
    EXPECT_EQ(shown("{\"" + name + R"(":["pen","cup"],"price":[3,4]})"),
              name + " price|pen 3|cup 4");
    EXPECT_EQ(shown("{\"" + name + R"(":{"0":"pen"},"price":{"0":3}})"), name + " price|pen 3");
  }
  EXPECT_EQ(shown(R"({"columns":["a"],"rows":["x"],"price":[3]})"), "a|x");
  EXPECT_EQ(shown(R"({"rows":["x","y"]})"), "Column 1|x|y");
}

TEST(TableContent, ReadsRowsByName) {
  const std::string rows = R"({"r1":{"a":1,"b":"x"},"r2":{"a":null,"b":"y"}})";
  EXPECT_EQ(shown(rows), "Index a b|r1 1 x|r2 null y") << "each key has values of one type";
  EXPECT_EQ(shown(R"({"rows":)" + rows + "}"), "Index a b|r1 1 x|r2 null y");
  EXPECT_EQ(shown(R"({"columns":["b","a"],"rows":)" + rows + "}"), "Index b a|r1 x 1|r2 y null");
  EXPECT_EQ(csv_of(rows), "Index,a,b\r\nr1,1,x\r\nr2,,y\r\n");
  EXPECT_EQ(shown(R"({"2024":{"May":1},"2025":{"May":2}})"), "Index 2024 2025|May 1 2");
  EXPECT_EQ(shown(R"({"columns":["a"],"rows":{"r1":{"a":1},"r2":{"a":2}}})"), "Index a|r1 1|r2 2");
  EXPECT_EQ(shown(R"({"columns":["a"],"rows":{"a":{"r1":1,"r2":2}}})"), "Index a|r1 1|r2 2");
}

TEST(TableContent, HasNoColumnsWithoutRows) {
  for (const std::string text : {R"({"rows":[]})", R"({"csv":""})",
                                 R"({"columns":[],"index":[],"data":[]})", R"({"table":[]})"}) {
    const Content content(text);
    ASSERT_TRUE(content.table && *content.table) << text;
    EXPECT_TRUE((*content.table)->columns().empty());
    EXPECT_EQ((*content.table)->row_count(), 0U);
    EXPECT_EQ(to_csv(**content.table), "");
    EXPECT_EQ(to_markdown(**content.table), "");
    const RenderedContent page = render_content(Template::table, text);
    EXPECT_NE(page.html.str().find("This table has no rows."), std::string::npos);
    EXPECT_TRUE(page.scripts.empty());
  }
}

TEST(TableContent, TakesNothingElseForColumns) {
  for (const std::string text :
       {R"({"a":[1],"b":[1,2]})", R"({"a":[1],"b":{"0":1}})", R"({"a":[],"b":[]})", R"({"a":1})",
        R"({"a":[[1]],"b":[[1]]})", R"({"a":{"x":1},"b":{"y":1}})"})
    EXPECT_EQ(shown(text), "nothing") << text;
  EXPECT_EQ(problem(R"({"data":{"a":[1],"b":[1,2]}})"), problem(R"({"data":{"a":1}})"));
  EXPECT_EQ(problem(R"({"data":{"a":[1],"a":[2]}})"), R"(/content/data has a duplicate key "a")");
}

TEST(TableContent, ReadsSeveralLevelsOfAnIndexAndOfColumns) {
  EXPECT_EQ(
      shown(R"({"columns":[["a","x"],["a",1]],"index":[["p",1],["q",2]],"data":[[1,2],[3,4]]})"),
      "Index 1 Index 2 a / x a / 1|p 1 1 2|q 2 3 4");
  EXPECT_EQ(shown(R"({"columns":[["a","x"]],"index":[0],"data":[[1]]})"), "a / x|1");
}

TEST(TableContent, LeavesAnIndexThatIsNoneAlone) {
  // As many entries as rows, and rows that are arrays.
  EXPECT_EQ(shown(R"({"columns":["a"],"index":["x","y"],"data":[[1]]})"), "a|1");
  EXPECT_EQ(shown(R"({"columns":["a"],"index":["x"],"data":[{"a":1}]})"), "a|1");
  EXPECT_EQ(shown(R"({"columns":["a"],"index":"x","data":[[1]]})"), "a|1");
  EXPECT_EQ(shown(R"({"columns":["a"],"index":["x"],"rows":[[1]]})"), "a|1");
  EXPECT_EQ(shown(R"({"columns":["a"],"index":["x"],"data":[[1]],"rows":[[1],[2],[3],[4],[5]]})"),
            "a|1|2|3|4|5");
  EXPECT_EQ(shown(R"({"columns":[],"index":[[]],"data":[[]],"table":[[1],[2],[3],[4],[5],[6]]})"),
            "Column 1|1|2|3|4|5|6");
}

TEST(TableContent, BoundsTheColumnsOfAnIndex) {
  std::string levels = "1";
  for (std::size_t i = 1; i < Table::kMaximumColumns; ++i) levels += ",1";
  EXPECT_EQ(problem(R"({"columns":["a"],"index":[[)" + levels + R"(]],"data":[[1]]})"),
            "/content/columns must have at most 1,000 columns");
  EXPECT_EQ(problem(R"({"columns":["a"],"index":[[)" + levels + R"(,1]],"data":[[1]]})"),
            "/content/index must have at most 1,000 levels");
}

TEST(TableContent, IsWrittenRawForPrograms) {
  const Content content(R"({"columns":["=a"],"rows":[["+1"],["-x"],[-1],["\"@"]]})");
  ASSERT_TRUE(content.table && *content.table);
  EXPECT_EQ(to_csv(**content.table), "'=a\r\n+1\r\n'-x\r\n-1\r\n\"\"\"@\"\r\n");
  EXPECT_EQ(to_raw_csv(**content.table), "=a\r\n+1\r\n-x\r\n-1\r\n\"\"\"@\"\r\n");
}

// A row of each kind has the cells that it says, and no others of an earlier row.
TEST(TableContent, NamesTheCellsThatARowHas) {
  const Content content(
      R"({"columns":["a",{"key":"b"},{"key":"a","label":"A"}],"rows":[[1,2,3],{"b":4},{"a":5},[]]})");
  ASSERT_TRUE(content.table && *content.table);
  std::string all;
  for (TableRows rows(**content.table); rows.next(); all += '|') {
    std::vector<std::size_t> columns(rows.columns_with_cells().begin(),
                                     rows.columns_with_cells().end());
    std::sort(columns.begin(), columns.end());
    for (const std::size_t column : columns)
      all += std::to_string(column) + '=' + cell_text(rows.cells()[column]) + ' ';
  }
  EXPECT_EQ(all, "0=1 1=2 2=3 |1=4 |0=5 2=5 ||");
}

// What is small as content and large as a table: each missing cell takes a separator.
std::string mostly_empty(std::size_t rows) {
  std::string text = "{\"columns\":[\"a\"";
  for (std::size_t i = 1; i < Table::kMaximumColumns; ++i) text += ",\"a" + std::to_string(i) + '"';
  text += "],\"rows\":[[]";
  for (std::size_t i = 1; i < rows; ++i) text += ",[]";
  return text + "]}";
}

TEST(TableContent, BoundsWhatItIsWrittenAs) {
  for (const auto& write : {to_csv, to_raw_csv, to_markdown}) {
    const Content small(mostly_empty(100));
    ASSERT_TRUE(small.table && *small.table);
    EXPECT_TRUE(write(**small.table).has_value());
    const Content large(mostly_empty(40'000));
    ASSERT_TRUE(large.table && *large.table);
    EXPECT_FALSE(write(**large.table).has_value());
  }
}

TEST(TableContent, WritesWhatGrowsByItsQuotes) {
  std::string csv = "a\\n";
  for (int i = 0; i < 200'000; ++i) csv += "=,\\t,;\\n";
  const Content content("{\"csv\":\"" + csv + "\"}");
  ASSERT_TRUE(content.table && *content.table);
  EXPECT_TRUE(to_csv(**content.table).has_value());
}

TEST(TableContent, BoundsHowOftenAKeyIsShown) {
  const auto with = [](std::size_t columns, const std::string& row) {
    std::string text = "{\"columns\":[\"a\"";
    for (std::size_t i = 0; i < columns; ++i) text += ",\"a\"";
    return text + "],\"rows\":[" + row + "]}";
  };
  const std::size_t most = Table::kMaximumRepeatedColumns;
  EXPECT_EQ(problem(with(most, R"({"a":1})")), "none");
  EXPECT_EQ(
      problem(with(most + 1, R"({"a":1})")),
      "/content/rows/0 must be an array, as more than 20 columns have the key of another one");
  EXPECT_EQ(problem(with(most + 1, "[1,2]")), "none");
}

TEST(TableContent, BoundsHowOftenTheValuesOfAColumnAreShown) {
  const auto with = [](std::size_t columns) {
    std::string text = "{\"columns\":[\"a\"";
    for (std::size_t i = 0; i < columns; ++i) text += ",\"a\"";
    return text + R"(],"data":{"a":[1,2],"b":[3,4]}})";
  };
  const std::size_t most = Table::kMaximumRepeatedColumns;
  EXPECT_EQ(problem(with(most)), "none");
  EXPECT_EQ(problem(with(most + 1)),
            "/content/data cannot be shown, as more than 20 columns have the key of another one");
}

// A repeated column does not make the content larger, by which its forms are bounded.
TEST(TableContent, CountsTheValuesOfRepeatedColumnsOnce) {
  const Content once(R"({"columns":["a"],"data":{"a":[1,2]}})");
  const Content twice(R"({"columns":["a","a"],"data":{"a":[1,2]}})");
  EXPECT_EQ((*twice.table)->row_bytes(), (*once.table)->row_bytes());
}

// The least of three rounds.
std::clock_t ticks_to_check(const std::string& text) {
  std::clock_t least = std::numeric_limits<std::clock_t>::max();
  for (int round = 0; round < 3; ++round) {
    const std::clock_t start = std::clock();
    EXPECT_EQ(problem(text), "none");
    least = std::min(least, std::clock() - start);
  }
  return least;
}

TEST(TableContent, ReadsManyMembersWithManyColumnsAboutAsFastAsWithOne) {
  const auto ticks = [](std::size_t columns) {
    std::string text = R"({"columns":["b")";
    for (std::size_t i = 1; i < columns; ++i) text += ",\"c" + std::to_string(i) + '"';
    text += R"(],"data":{"b":[1])";
    for (int i = 0; i < 60'000; ++i) text += R"(,"a":[1])";
    text += "}}";
    return ticks_to_check(text);
  };
  EXPECT_LT(ticks(Table::kMaximumColumns), 4 * ticks(1));
}

// Anyone can choose the keys: a table of hashes would compare each with all others.
TEST(TableContent, ReadsKeysOfTheSameHashAboutAsFastAsOthers) {
  const auto ticks = [](const std::vector<std::string>& keys) {
    std::string row;
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) row += '"' + *key + R"(":1,)";
    row.back() = '}';
    std::string text = R"({"columns":[)";
    for (const std::string& key : keys) text += '"' + key + R"(",)";
    text.back() = ']';
    text += R"(,"rows":[)";
    for (int i = 0; i < 40; ++i) text += '{' + row + ',';
    text.back() = ']';
    text += '}';
    return ticks_to_check(text);
  };
  const std::vector<std::string> alike = core::names_of_same_hash(Table::kMaximumColumns);
  std::vector<std::string> others = alike;
  for (std::string& key : others) key = key.substr(1) + '-';
  EXPECT_LT(ticks(alike), 4 * ticks(others));
}

TEST(TableContent, ReadsCsvBySemicolonsAndTabs) {
  EXPECT_EQ(shown(R"({"csv":"a;b\n1,5;2\n"})"), "a b|1,5 2");
  EXPECT_EQ(shown(R"({"csv":"a\tb\n1\t2\n"})"), "a b|1 2");
}

TEST(CheckContent, ChecksTables) {
  EXPECT_TRUE(check_content(Template::table, R"({"rows":[[1]]})"));
  EXPECT_TRUE(check_content(Template::table, R"({"a":[[]]})"));
  const auto wrong = check_content(Template::table, R"({"columns":"a"})");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::invalid_content);
}

}  // namespace
}  // namespace templates
