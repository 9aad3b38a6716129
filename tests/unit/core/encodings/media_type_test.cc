#include <gtest/gtest.h>

#include "core/text/http_values.h"

namespace core {
namespace {

TEST(MediaType, HasItsTypeInLowerCase) {
  EXPECT_EQ(MediaType::parse("application/json")->type, "application/json");
  EXPECT_EQ(MediaType::parse(" Text/CSV ; charset=UTF-8")->type, "text/csv");
}

TEST(MediaType, TellsJsonAndFormsWithFiles) {
  EXPECT_TRUE(MediaType::parse("Application/JSON; charset=utf-8")->is_json());
  EXPECT_FALSE(MediaType::parse("application/json-seq")->is_json());
  EXPECT_TRUE(MediaType::parse("multipart/form-data; boundary=b")->is_multipart());
  EXPECT_FALSE(MediaType::parse("multipart/mixed; boundary=b")->is_multipart());
}

TEST(MediaType, HasItsParameters) {
  const auto type = MediaType::parse("multipart/form-data; Boundary=\"a b;\\\"c\" ;x=1;");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->parameter("boundary"), "a b;\"c");
  EXPECT_EQ(type->parameter("x"), "1");
  EXPECT_EQ(type->parameter("y"), "");
}

TEST(MediaType, IsNothingWhereItIsMalformed) {
  for (const char* text : {"", "text", "text/", "/csv", "te xt/csv", "text/csv, text/csv"})
    EXPECT_FALSE(MediaType::parse(text)) << text;
}

TEST(MediaType, HasNoParametersWhereOneIsMalformed) {
  for (const char* text : {"text/csv; x", "text/csv; =1", "text/csv; a=1; x=\"1",
                           "text/csv; a=1; x=1 y", "text/csv; x=\"1\"y"}) {
    const auto type = MediaType::parse(text);
    ASSERT_TRUE(type) << text;
    EXPECT_EQ(type->type, "text/csv") << text;
    EXPECT_TRUE(type->parameters.empty()) << text;
  }
}

TEST(MediaType, TellsEveryCharsetButUtf8) {
  for (const char* text : {"text/csv", "text/csv; charset=utf-8", "text/csv; charset=\"UTF-8\"",
                           "text/csv;CHARSET=Utf8", "text/csv; charset="})
    EXPECT_FALSE(MediaType::parse(text)->has_other_charset()) << text;
  for (const char* text : {"application/json;charset=utf-16", "text/csv; charset=\"iso-8859-1\"",
                           "text/csv; x=1; Charset=us-ascii"})
    EXPECT_TRUE(MediaType::parse(text)->has_other_charset()) << text;
}

}  // namespace
}  // namespace core
