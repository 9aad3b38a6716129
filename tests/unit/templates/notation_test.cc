#include "templates/table/notation.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/text/json.h"
#include "html/amount.h"
#include "templates/table/column_styles.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

using core::JsonTree;
using core::JsonType;
using core::JsonValue;

std::string text_in(JsonValue object, std::string_view name) {
  const auto member = object.find(name);
  return member ? member->string() : std::string();
}

// The content of a table of one column with these values.
std::string content_of(JsonValue values, const std::string& language) {
  std::string rows;
  for (const JsonValue& value : values)
    rows.append(rows.empty() ? "[" : ",[").append(value.text()).append("]");
  return R"({"lang":")" + language + R"(","columns":["C"],"rows":[)" + rows + "]}";
}

void expect_numbers(JsonValue values, Notation notation) {
  for (const JsonValue& value : values) {
    const std::string text =
        value.is(JsonType::string) ? value.string() : std::string(value.text());
    if (number_notations(text).empty() || has_words(text)) continue;  // "n/a", null, "USD 5"
    EXPECT_TRUE(html::Amount::parse(plain_number(text, notation))) << text;
  }
}

// The cases that the page's script reads too (tests/browser/tables/table_notations.test.mjs).
TEST(Notation, OfAColumnIsDecidedByAllItsValues) {
  std::ifstream file(SOURCE_FOLDER "/tests/unit/templates/notations.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto cases = JsonTree::parse(text);
  ASSERT_TRUE(cases);
  std::size_t count = 0;
  for (const JsonValue& one : cases->root()) {
    ++count;
    const JsonValue values = *one.find("values");
    const std::string content = content_of(values, text_in(one, "lang"));
    const auto tree = JsonTree::parse(content);
    ASSERT_TRUE(tree) << content;
    const auto table = read_table(tree->root());
    ASSERT_TRUE(table && *table) << content;
    const ColumnStyle style = styles_of(**table).front();
    const std::string type = text_in(one, "type");
    EXPECT_EQ(style.has_numbers, type == "number") << content;
    EXPECT_EQ(style.has_dates, type == "date") << content;
    EXPECT_EQ(style.has_clock_times, type == "time") << content;
    EXPECT_EQ(style.alignment == CellAlignment::right, type == "number") << content;
    const std::string notation = text_in(one, "notation");
    EXPECT_EQ(to_string(style.cells.notation), notation.empty() ? "plain" : notation) << content;
    if (type == "number") expect_numbers(values, style.cells.notation);
    const auto unclear = one.find("unclear");
    EXPECT_EQ(style.unclear.empty(), !unclear) << content << style.unclear;
    if (!unclear) continue;
    for (const JsonValue& example : *unclear)
      EXPECT_NE(style.unclear.find(example.string()), std::string::npos) << style.unclear;
  }
  EXPECT_GT(count, 60U);
}

TEST(Notation, OfAnAmountIsThatOfItsColumn) {
  EXPECT_EQ(written_in(Notation::plain, "1,234.5"), "1,234.5");
  EXPECT_EQ(written_in(Notation::comma, "-€1,234,567.50"), "-€1.234.567,50");
  EXPECT_EQ(written_in(Notation::space_comma, "1,234.5%"), "1\u00a0234,5%");
  EXPECT_EQ(written_in(Notation::apostrophe, "(1,234)"), "(1'234)");
  EXPECT_EQ(written_in(Notation::lakh, "12,345,678.9"), "1,23,45,678.9");
  EXPECT_EQ(written_in(Notation::lakh, "123"), "123");
  EXPECT_EQ(written_in(Notation::comma, "soon"), "soon");
}

TEST(Notation, KnowsLanguageTagsByTheirForm) {
  for (const std::string_view tag : {"de", "en-US", "zh-Hant-TW", "gsw", "es-419"})
    EXPECT_TRUE(is_language_tag(tag)) << tag;
  for (const std::string_view text : {"", "d", "german", "de_DE", "de-", "-de", "de--AT", "12"})
    EXPECT_FALSE(is_language_tag(text)) << text;
}

}  // namespace
}  // namespace templates
