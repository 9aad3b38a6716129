#include "core/text/csv.h"

#include <gtest/gtest.h>

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

TEST(Csv, TakesQuotesInsideOfFieldsAsTheyAre) {
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

}  // namespace
}  // namespace core
