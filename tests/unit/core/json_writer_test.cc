#include "core/text/json_writer.h"

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(JsonWriter, WritesRawTextUnchangedBetweenOtherValues) {
  for (const std::size_t length : {0, 1, 200, 300, 100000}) {
    const std::string raw = "\"" + std::string(length, 'x') + "\"";
    JsonWriter json;
    json.begin_object().key("a").raw(raw).member("b", 1).key("c").begin_array();
    json.raw("1.0").raw(raw).value("é\"").end_array().end_object();
    EXPECT_EQ(json.text(), "{\"a\":" + raw + ",\"b\":1,\"c\":[1.0," + raw + ",\"é\\\"\"]}");
  }
}

TEST(JsonWriter, WritesRawTextAlone) {
  JsonWriter json;
  EXPECT_EQ(json.raw("{\"a\": 1e400}").text(), "{\"a\": 1e400}");
}

}  // namespace
}  // namespace core
