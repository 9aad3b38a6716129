#include "core/error.h"

#include <gtest/gtest.h>

#include "core/warning.h"

namespace core {
namespace {

TEST(Error, IsAnObjectWithItsField) {
  EXPECT_EQ(to_json({ErrorCode::not_found, "no resource"}),
            R"({"error":{"code":"not_found","message":"no resource"}})");
  EXPECT_EQ(
      to_json({ErrorCode::invalid_request, "is wrong", "a/b~c"}),
      R"({"error":{"code":"invalid_request","message":"a/b~c is wrong","field":"/a~1b~0c"}})");
  EXPECT_EQ(to_json({ErrorCode::invalid_content, "is wrong", "/content/rows/3"}),
            R"({"error":{"code":"invalid_content","message":"/content/rows/3 is wrong",)"
            R"("field":"/content/rows/3"}})");
}

TEST(Error, ListsAllWhereThereAreOthers) {
  std::optional<Error> found;
  add_problem(found, {ErrorCode::invalid_request, "is wrong", "title"});
  Error two{ErrorCode::invalid_content, "is wrong", "/content/a"};
  two.others.push_back({ErrorCode::invalid_content, "is wrong too", "/content/b"});
  add_problem(found, two);
  EXPECT_EQ(to_json(*found),
            R"({"error":{"code":"invalid_request","message":"title is wrong","field":"/title",)"
            R"("errors":[{"code":"invalid_request","message":"title is wrong","field":"/title"},)"
            R"({"code":"invalid_content","message":"/content/a is wrong","field":"/content/a"},)"
            R"({"code":"invalid_content","message":"/content/b is wrong too",)"
            R"("field":"/content/b"}]}})");
}

TEST(Warning, IsListedWhereThereIsOne) {
  JsonWriter json;
  json.begin_object();
  write_warnings(json, {});
  write_warnings(json, {{WarningCode::unknown_field, "x was ignored", "/x"},
                        {WarningCode::read_only_field, "more"}});
  json.end_object();
  EXPECT_EQ(json.text(), R"({"warnings":[)"
                         R"({"code":"unknown_field","message":"x was ignored","field":"/x"},)"
                         R"({"code":"read_only_field","message":"more"}]})");
}

}  // namespace
}  // namespace core
