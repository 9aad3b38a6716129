#include "core/text/json_object.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "names_of_same_hash.h"

namespace core {
namespace {

std::string nested(unsigned depth) {
  return R"({"a":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
}

bool takes(const std::string& text) { return bool(JsonObject::parse(text)); }

// Processor time of the quickest of some tries, in clock ticks.
std::clock_t ticks_to_parse(const std::string& text) {
  std::clock_t least = std::numeric_limits<std::clock_t>::max();
  for (int round = 0; round < 5; ++round) {
    const std::clock_t start = std::clock();
    EXPECT_TRUE(JsonObject::parse(text));
    least = std::min(least, std::clock() - start);
  }
  return least;
}

TEST(JsonObject, ReadsManyMembersAboutAsFastAsAnArray) {
  std::string members;
  std::string elements;
  for (int i = 0; i < 200000; ++i) {
    members += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
    elements += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\",1";
  }
  const std::clock_t array = ticks_to_parse(R"({"a":[)" + elements + "]}");
  EXPECT_LT(ticks_to_parse(R"({"a":{)" + members + "}}"), 5 * array);
  EXPECT_FALSE(takes(R"({"a":{)" + members + R"(,"k7":1}})")) << "k7 stands twice";
}

TEST(JsonObject, RefusesMoreMembersThanItLists) {
  std::string members = "\"a\":1";
  for (std::size_t i = 1; i < JsonObject::kMaximumMembers; ++i)
    members += ",\"" + std::to_string(i) + "\":1";
  EXPECT_TRUE(takes("{" + members + "}"));
  const std::string text = "{" + members + ",\"one more\":1}";
  const auto object = JsonObject::parse(text);
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().code, ErrorCode::invalid_json);
  EXPECT_NE(object.error().message.find("more than 10000 members"), std::string::npos);
}

TEST(JsonObject, KeepsTheTextOfEachMemberAsItWasSent) {
  const std::string text =
      "{ \"n\" : 1.0 , \"big\":12345678901234567890, \"e\":1e400,\n\"o\": { \"b\" :1,\t\"a\":2 },"
      R"("s":"\u00e9\/\"","l":[ 1,2 ] , "t":true,"z":null})";
  const auto object = JsonObject::parse(text);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->find("n")->text, "1.0");
  EXPECT_EQ(object->find("big")->text, "12345678901234567890");
  EXPECT_EQ(object->find("e")->text, "1e400");
  EXPECT_EQ(object->find("o")->text, "{ \"b\" :1,\t\"a\":2 }");
  EXPECT_EQ(object->find("s")->text, R"("\u00e9\/\"")");
  EXPECT_EQ(object->find("s")->string, "é/\"");
  EXPECT_EQ(object->find("l")->text, "[ 1,2 ]");
  EXPECT_EQ(object->find("t")->type, JsonType::boolean);
  EXPECT_EQ(object->find("z")->type, JsonType::null);
  EXPECT_EQ(object->find("absent"), nullptr);
}

TEST(JsonObject, AcceptsEverythingThatRfc8259Allows) {
  for (const std::string& text :
       {std::string("{}"), std::string(" \t\r\n{ } \n"), std::string(R"({"":0})"),
        std::string(R"({"a":-0})"), std::string(R"({"a":-0.0e-00})"), std::string(R"({"a":0E+1})"),
        std::string(R"({"a":1e-999999})"), R"({"a":)" + std::string(400, '9') + "}",
        R"({"a":0.)" + std::string(400, '1') + "}", std::string(R"({"a":"\ud83d\ude00"})"),
        std::string("{\"a\":\"\xf0\x9f\x98\x80\"}"), std::string("{\"a\":\"\x7f\"}"),
        std::string(R"({"a":"\b\f\n\r\t\\\/\""})"), std::string(R"({"a":{"b":{"c":1,"c":2}}})"),
        std::string("{\"a\":\"\xed\x9f\xbf\"}"), std::string(R"({"a":"01 1e400 \" 01"})")})
    EXPECT_TRUE(JsonObject::parse(text)) << text;
}

TEST(JsonObject, DecodesAStringTheSameAtEveryOffset) {
  for (std::size_t before = 0; before < 20; ++before)
    for (std::size_t after = 0; after < 20; ++after) {
      const std::string begin(before, 'a');
      const std::string end(after, 'z');
      for (const auto& [sent, meant] : {std::pair<std::string, std::string>{"", ""},
                                        {"é€😀", "é€😀"},
                                        {R"(\")", "\""},
                                        {R"(\\)", "\\"},
                                        {R"(\\\")", "\\\""},
                                        {R"(\u00e9\n)", "é\n"},
                                        {"\x7f", "\x7f"}}) {
        const std::string text = "{\"s\":\"" + begin + sent + end + sent + "\"}";
        const auto object = JsonObject::parse(text);
        ASSERT_TRUE(object) << text;
        EXPECT_EQ(object->find("s")->string, begin + meant + end + meant);
      }
      for (const std::string_view wrong :
           {"\n", "\x1f", "\x80", "\xff", "\xe2\x82", "\xed\xa0\x80", R"(\x)"})
        EXPECT_FALSE(takes("{\"s\":\"" + begin + std::string(wrong) + end + "\"}")) << wrong;
    }
}

TEST(JsonObject, RefusesWhatRfc8259Forbids) {
  for (const std::string& text : {std::string(),
                                  std::string(" "),
                                  std::string("{"),
                                  std::string(R"({"a"})"),
                                  std::string(R"({"a":})"),
                                  std::string(R"({"a":1,})"),
                                  std::string(R"({,"a":1})"),
                                  std::string(R"({"a":01})"),
                                  std::string(R"({"a":-01})"),
                                  std::string(R"({"a":00})"),
                                  std::string(R"({"a":-})"),
                                  std::string(R"({"a":+1})"),
                                  std::string(R"({"a":.5})"),
                                  std::string(R"({"a":1.})"),
                                  std::string(R"({"a":1e})"),
                                  std::string(R"({"a":1e+})"),
                                  std::string(R"({"a":0x1})"),
                                  std::string(R"({"a":NaN})"),
                                  std::string(R"({"a":Infinity})"),
                                  std::string(R"({"a":True})"),
                                  std::string(R"({a:1})"),
                                  std::string(R"({'a':1})"),
                                  std::string(R"({"a":"\x"})"),
                                  std::string(R"({"a":"\u12"})"),
                                  std::string("{\"a\":\"\n\"}"),
                                  std::string("{\"a\":\"\t\"}"),
                                  std::string(R"({"a":1}x)"),
                                  std::string(R"({"a":1}{})"),
                                  std::string(R"({"a":1} // no)"),
                                  std::string("\xef\xbb\xbf{}"),
                                  std::string(R"({"a":12 3})"),
                                  std::string(R"({"a":1.2.3})")}) {
    const auto object = JsonObject::parse(text);
    ASSERT_FALSE(object) << text;
    EXPECT_EQ(object.error().code, ErrorCode::invalid_json) << text;
  }
}

TEST(JsonObject, RefusesTextThatIsNotUtf8) {
  for (const std::string_view bytes :
       {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"})
    EXPECT_FALSE(takes("{\"a\":\"" + std::string(bytes) + "\"}"));
}

TEST(JsonObject, RefusesNulCharactersWrittenEitherWay) {
  using std::string_literals::operator""s;
  for (const std::string& text :
       {R"({"a":"\u0000"})"s, R"({"\u0000":1})"s, R"({"a":{"b":["\u0000"]}})"s, "{\"a\":\"\0\"}"s,
        "{}\0"s, "{}\0{"s, "\0{}"s})
    EXPECT_FALSE(JsonObject::parse(text)) << text;
}

TEST(JsonObject, RefusesHalvesOfSurrogatePairs) {
  for (const std::string_view text :
       {R"({"a":"\ud800"})", R"({"a":"\udc00"})", R"({"\udc00":1})", R"({"a":"\ud800\u0041"})",
        R"({"a":"\ude00\ud83d"})", R"({"a":[["x\udfff"]]})"})
    EXPECT_FALSE(JsonObject::parse(text)) << text;
}

TEST(JsonObject, RejectsDuplicateKeysThatTheServiceReads) {
  for (const std::string_view text :
       {R"({"a":1,"a":1})", R"({"a":1,"\u0061":2})", R"({"content":{"x":1,"x":2}})"}) {
    const auto object = JsonObject::parse(text);
    ASSERT_FALSE(object) << text;
    EXPECT_NE(object.error().message.find("duplicate key"), std::string::npos);
  }
  EXPECT_TRUE(JsonObject::parse(R"({"a":{"x":1},"b":{"x":1},"x":1})"));
}

TEST(JsonObject, FindsADuplicateAmongManyNames) {
  const auto object_of = [](std::size_t count, const std::string& last) {
    std::string text = R"({"content":{)";
    for (std::size_t i = 0; i < count; ++i) text += '"' + std::to_string(i * 7919) + R"(":1,)";
    return text + '"' + last + R"(":1}})";
  };
  EXPECT_TRUE(takes(object_of(200000, "other")));
  for (const std::size_t repeated : {0, 1, 123456, 199999}) {
    const std::string name = std::to_string(repeated * 7919);
    const std::string text = object_of(200000, name);
    const auto object = JsonObject::parse(text);
    ASSERT_FALSE(object) << name;
    EXPECT_NE(object.error().message.find("a duplicate key \"" + name + '"'), std::string::npos);
  }
}

TEST(JsonObject, ReadsNamesOfTheSameHashAboutAsFastAsOthers) {
  const std::vector<std::string> names = names_of_same_hash(5000);
  const std::hash<std::string_view> hash;
  std::string alike;
  std::string others;
  for (const std::string& name : names) {
    ASSERT_EQ(hash(name), hash(names[0]));
    alike += '"' + name + R"(":1,)";
    others += '"' + name.substr(1) + R"(-":1,)";
  }
  const auto body = [](const std::string& members, const std::string& last) {
    return R"({"content":{)" + members + '"' + last + R"(":1}})";
  };
  EXPECT_LT(ticks_to_parse(body(alike, "last")), 10 * ticks_to_parse(body(others, "last")));
  EXPECT_FALSE(takes(body(alike, names[1234])));
}

TEST(JsonObject, AcceptsNestingUpTo64) {
  EXPECT_TRUE(takes(nested(64)));
  EXPECT_FALSE(takes(nested(65)));
  EXPECT_FALSE(takes(R"({"a":)" + std::string(100000, '[')));
  EXPECT_FALSE(takes(std::string(100000, '{')));
}

TEST(JsonObject, WantsAnObject) {
  for (const std::string_view text : {"[]", "1", "\"text\"", "null", "true", "[{\"a\":1}]"}) {
    const auto object = JsonObject::parse(text);
    ASSERT_FALSE(object) << text;
    EXPECT_EQ(object.error().code, ErrorCode::invalid_request);
  }
}

TEST(JsonObject, NamesWhatOtherLanguagesWriteThatIsNotJson) {
  for (const auto& [text, advice] : std::vector<std::pair<std::string, std::string>>{
           {R"({"a":NaN})", "send null"},
           {R"({"a":[1, Infinity]})", "send null"},
           {R"({"a":-Infinity})", "send null"},
           {R"({"a":None})", "null, true and false"},
           {R"({"a": True})", "null, true and false"},
           {R"({"a":undefined})", "send null"},
           {R"({'a':1})", "double quotes"},
           {R"({"a":[1,]})", "a comma before the end"},
           {R"({"a":1, })", "a comma before the end"}}) {
    const auto parsed = JsonObject::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_NE(parsed.error().message.find(advice), std::string::npos)
        << text << ": " << parsed.error().message;
  }
  for (const std::string text : {R"({"a":[1})", R"({"a":})", R"({"a":xNaN})", "{", ""}) {
    const auto parsed = JsonObject::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().message.find(';'), std::string::npos) << parsed.error().message;
  }
}

}  // namespace
}  // namespace core
