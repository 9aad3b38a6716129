#include "core/text/csv.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/text/json.h"

namespace core {
namespace {

using Records = std::vector<std::vector<std::string>>;

Records parse(std::string text) {
  const auto csv = Csv::parse(std::move(text));
  EXPECT_TRUE(csv);
  Records records;
  if (!csv) return records;
  for (std::size_t record = 0; record < csv->records(); ++record) {
    records.emplace_back();
    for (std::size_t i = 0; i < csv->fields(record); ++i)
      records.back().emplace_back(csv->field(record, i));
  }
  return records;
}

TEST(Csv, ReadsRecordsWithEitherLineEnd) {
  const Records expected{{"a", "b"}, {"1", "2"}, {"3", "4"}};
  for (const std::string text : {"a,b\r\n1,2\r\n3,4\r\n", "a,b\n1,2\n3,4", "a,b\r1,2\r3,4\r",
                                 "\xef\xbb\xbf"
                                 "a,b\n\n1,2\r\n\r\n3,4\n\n"})
    EXPECT_EQ(parse(text), expected) << text;
}

TEST(Csv, ReadsQuotedFields) {
  EXPECT_EQ(parse("\"a,\"\"b\"\"\",\"line\r\nline\",\"\"\r\n\"\"\"\",x"),
            (Records{{"a,\"b\"", "line\r\nline", ""}, {"\"", "x"}}));
  EXPECT_EQ(parse("\xef\xbb\xbf\"a\",b"), (Records{{"a", "b"}}));
}

TEST(Csv, KeepsQuotesInsideFields) {
  EXPECT_EQ(parse("5\" disk,\"a\"b\n"), (Records{{"5\" disk", "ab"}}));
}

TEST(Csv, KeepsEmptyFieldsAndRecordsOfDifferentLengths) {
  EXPECT_EQ(parse(",\n,,\na\n\"\"\n"), (Records{{"", ""}, {"", "", ""}, {"a"}, {""}}));
  EXPECT_EQ(parse("a,"), (Records{{"a", ""}}));
}

TEST(Csv, HasNoRecordsInEmptyTexts) {
  for (const std::string text : {"", "\n", "\r\n\r\n", "\xef\xbb\xbf", "\xef\xbb\xbf\n"})
    EXPECT_TRUE(parse(text).empty());
}

TEST(Csv, RefusesQuotesThatAreNotClosed) {
  for (const std::string text : {"\"", "a,\"b", "\"\"\"", "\"a\"\"\nb,c\n"})
    EXPECT_FALSE(Csv::parse(text)) << text;
  EXPECT_EQ(Csv::parse("a,\"b\nc\"\nd,\"e\nf").error().line, 3);
}

TEST(Csv, KeepsItsFieldsWhenItIsMoved) {
  auto csv = Csv::parse("a,b");
  const Csv moved = *std::move(csv);
  EXPECT_EQ(moved.field(0, 1), "b");
}

TEST(CsvWriter, WritesWhatCsvReads) {
  const Records records{{"a", "b,c", "\"d\"", "e\nf", "g\rh", ""}, {""}, {"", ""}, {"é", " x "}};
  CsvWriter writer;
  for (const auto& record : records) {
    for (const std::string& field : record) writer.add_field(field);
    writer.end_record();
  }
  EXPECT_EQ(writer.text(), "a,\"b,c\",\"\"\"d\"\"\",\"e\nf\",\"g\rh\",\r\n\"\"\r\n,\r\né, x \r\n");
  EXPECT_EQ(parse(writer.text()), records);
}

std::string records_of(const std::string& text) {
  const auto csv = Csv::parse(text);
  if (!csv) return "none";
  std::string shown;
  for (std::size_t record = 0; record < csv->records(); ++record) {
    for (std::size_t i = 0; i < csv->fields(record); ++i)
      shown.append("[").append(csv->field(record, i)).append("]");
    shown += "\n";
  }
  return shown;
}

// The cases that the editor in the dashboard reads too
// (tests/browser/dashboard/data_texts.test.mjs).
TEST(CsvDelimiter, IsDecidedByAllRecords) {
  std::ifstream file(SOURCE_FOLDER "/tests/unit/core/text/delimiters.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto cases = JsonTree::parse(text);
  ASSERT_TRUE(cases);
  std::size_t count = 0;
  for (const JsonValue& one : cases->root()) {
    ++count;
    const std::string csv = one.find("text")->exact_string();
    EXPECT_EQ(std::string(1, delimiter_of(csv)), one.find("delimiter")->string()) << csv;
  }
  EXPECT_GT(count, 30U);
  EXPECT_EQ(records_of("sep=|\na|b,c\n1|2\n"), "[a][b,c]\n[1][2]\n");
}

TEST(Csv, TellsInWhichLineAQuotedFieldBeginsThatIsNotClosed) {
  for (const auto& [text, line] : std::vector<std::pair<std::string, std::string>>{
           {"\"", "1"}, {"a\nb,\"c\nd", "2"}, {"a\r\n\r\n\"x\ny\r\nz\",1\r\n\"", "6"}}) {
    const auto csv = Csv::parse(text);
    ASSERT_FALSE(csv);
    EXPECT_EQ(csv.error().message,
              "has an unterminated quoted field, which begins in line " + line);
  }
}

TEST(Csv, TellsTheFirstRecordWithMoreFieldsThanTheFirst) {
  EXPECT_FALSE(Csv::parse("a,b\n1\n2,3\n")->wider_record());
  const auto csv = Csv::parse("a,\"b\nc\"\n\n1,2\n1,2,3,4\n1,2,3\n");
  ASSERT_TRUE(csv && csv->wider_record());
  EXPECT_EQ(csv->wider_record()->line, 5U);
  EXPECT_EQ(csv->wider_record()->fields, 4U);
}

TEST(CsvDelimiter, MayBeNamedByTheFirstLine) {
  EXPECT_EQ(records_of("sep=;\r\na,b;c\r\n1;2\r\n"), "[a,b][c]\n[1][2]\n");
  EXPECT_EQ(records_of("sep=\t\na\tb\n"), "[a][b]\n");
  EXPECT_EQ(records_of("\xef\xbb\xbfsep=,\na,b\n"), "[a][b]\n");
  // These are records.
  EXPECT_EQ(records_of("sep=;x\n1;2\n"), "[sep=][x]\n[1][2]\n");
  EXPECT_EQ(records_of("sep=:\n1\n"), "[sep=:]\n[1]\n");
}

TEST(CsvDelimiter, IsSoughtInTheBeginningAlone) {
  std::string text;
  while (text.size() < 70'000) text += "1;2\n";
  EXPECT_EQ(delimiter_of(text + "odd\n"), ';');
  EXPECT_EQ(delimiter_of(std::string(70'000, 'a')), ',');
}

TEST(Csv, IsReadWithItsDelimiter) {
  EXPECT_EQ(records_of("a;b\n\"1;\"\"x\"\"\";2,5\n"), "[a][b]\n[1;\"x\"][2,5]\n");
  EXPECT_EQ(records_of("a\tb\n1\t\n"), "[a][b]\n[1][]\n");
}

TEST(CsvWriter, QuotesWhatReadersWouldTakeForSeparatorsOrMarks) {
  for (const std::string_view field : {"a;b", "a\tb", "a|b", "sep=;",
                                       "\xef\xbb\xbf"
                                       "a"}) {
    CsvWriter writer;
    for (int i = 0; i < 3; ++i) {
      writer.add_field(field);
      writer.end_record();
    }
    const auto read = Csv::parse(writer.text());
    ASSERT_TRUE(read && read->records() == 3) << field;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(read->fields(i), 1U) << field;
      EXPECT_EQ(read->field(i, 0), field);
    }
  }
}

}  // namespace
}  // namespace core
