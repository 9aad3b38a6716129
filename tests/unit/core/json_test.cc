#include "core/text/json.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "names_of_same_hash.h"

namespace core {
namespace {

bool takes(std::string_view text) { return bool(JsonTree::parse(text)); }
bool takes_object(std::string_view text) { return bool(JsonTree::parse_object(text)); }

TEST(JsonTree, KeepsTheTextOfEachValueAsItWasSent) {
  const auto tree = JsonTree::parse(
      " { \"n\" : 1.0 ,\t\"big\":12345678901234567890, \"e\":1e400,\n\"o\": { \"b\" :1,\t\"a\":2 },"
      R"("s":"\u00e9\/\"","l":[ 1 , [] ,22,-0.50E+1 ] , "t":true,"z":null} )");
  ASSERT_TRUE(tree);
  const JsonValue root = tree->root();
  EXPECT_EQ(root.find("n")->text(), "1.0");
  EXPECT_EQ(root.find("big")->text(), "12345678901234567890");
  EXPECT_EQ(root.find("e")->text(), "1e400");
  EXPECT_EQ(root.find("o")->text(), "{ \"b\" :1,\t\"a\":2 }");
  EXPECT_EQ(root.find("s")->text(), R"("\u00e9\/\"")");
  EXPECT_EQ(root.find("s")->string(), "é/\"");
  EXPECT_EQ(root.find("l")->text(), "[ 1 , [] ,22,-0.50E+1 ]");
  EXPECT_EQ(root.find("t")->text(), "true");
  EXPECT_EQ(root.find("t")->type(), JsonType::boolean);
  EXPECT_EQ(root.find("z")->type(), JsonType::null);
  EXPECT_EQ(root.find("a"), std::nullopt);
  std::vector<std::string_view> elements;
  const JsonValue list = *root.find("l");
  for (const JsonValue& element : list) elements.push_back(element.text());
  EXPECT_EQ(elements, (std::vector<std::string_view>{"1", "[]", "22", "-0.50E+1"}));
}

TEST(JsonTree, OwnsTheTextOfATemporaryThatIsConstant) {
  const std::string settings = R"({"suggestedMax":100,"position":"right"})";
  const auto tree = JsonTree::parse(settings.empty() ? "{}" : settings);
  // Takes the memory that the temporary had.
  const std::vector<std::string> others(100, std::string(settings.size(), 'x'));
  EXPECT_EQ(tree->root().text(), settings);
}

TEST(JsonTree, ReturnsMembersInOrderWithTheirNames) {
  const auto tree = JsonTree::parse(R"({"b":{"x":1},"":2,"\u0061\n":3,"😀":4,"\ud83d\ude00":5})");
  ASSERT_TRUE(tree);
  std::vector<std::string> names;
  for (const JsonValue& member : tree->root()) names.push_back(member.name());
  EXPECT_EQ(names, (std::vector<std::string>{"b", "", "a\n", "😀", "😀"}));
  EXPECT_EQ(tree->root().find("")->text(), "2");
  EXPECT_EQ(tree->root().find("a\n")->text(), "3");
  EXPECT_EQ(tree->root().find("😀")->text(), "4");
  EXPECT_EQ(tree->root().size(), 5U);
  EXPECT_EQ(tree->root().descendants(), 6U);
  EXPECT_EQ(tree->root().name(), "");
  EXPECT_FALSE(tree->root().is_named(""));
}

TEST(JsonTree, HasNothingInsideOfScalarsAndEmptyContainers) {
  const auto tree = JsonTree::parse(R"([1,"x",null,[],{}])");
  ASSERT_TRUE(tree);
  for (const JsonValue& value : tree->root()) {
    EXPECT_EQ(value.size(), 0U) << value.text();
    EXPECT_EQ(value.descendants(), 0U);
    EXPECT_EQ(value.find("x"), std::nullopt);
    EXPECT_EQ(value.name(), "");
  }
  EXPECT_EQ(JsonTree::parse("7")->root().number(), 7);
}

TEST(JsonTree, DecodesEveryEscape) {
  const auto tree = JsonTree::parse(
      R"(["\"\\\/\b\f\n\r\t","\u0041\u00DF\u20ac\uD83D\uDE00x","a\\u0041","","plain é","\\"])");
  ASSERT_TRUE(tree);
  std::vector<std::string> strings;
  for (const JsonValue& value : tree->root()) strings.push_back(value.string());
  EXPECT_EQ(strings, (std::vector<std::string>{"\"\\/\b\f\n\r\t", "Aß€😀x", "a\\u0041", "",
                                               "plain é", "\\"}));
  EXPECT_EQ(tree->root().string(), "");
}

TEST(JsonTree, LeavesAByteOrderMarkAtTheBeginningOfADocumentOut) {
  const auto tree = JsonTree::parse(
      "[\"\ufeff# A\",\"\\ufeff# A\",\"\\uFEFF\\ufeff# A\",\"\ufeff\",\"a\ufeff\"]");
  ASSERT_TRUE(tree);
  std::vector<std::string> strings;
  for (const JsonValue& value : tree->root()) strings.push_back(value.string());
  EXPECT_EQ(strings, (std::vector<std::string>{"# A", "# A", "# A", "", "a\ufeff"}));
  EXPECT_EQ(tree->root().begin()->text(), "\"\ufeff# A\"");
  EXPECT_EQ(tree->root().begin()->exact_string(), "\ufeff# A");
}

TEST(JsonTree, ConvertsNumbersThatADoubleCanHold) {
  const std::string long_zero = "0." + std::string(400, '0') + "1";
  const std::string tiny_again = "1" + std::string(400, '0') + "e-800";
  const std::string text =
      "[0,-0,12.5,1e3,1E+3,-2.5e-1,12345678901234567890,1e-400,1e-999999999999"
      ",1e-99999999999999999999," +
      long_zero + "," + tiny_again + "]";
  const auto tree = JsonTree::parse(text);
  ASSERT_TRUE(tree);
  std::vector<double> numbers;
  for (const JsonValue& value : tree->root()) numbers.push_back(value.number().value_or(NAN));
  EXPECT_EQ(numbers, (std::vector<double>{0, 0, 12.5, 1000, 1000, -0.25, 12345678901234567890.0, 0,
                                          0, 0, 0, 0}));
}

TEST(JsonTree, HasNoDoubleForTooLargeNumbersAndOtherTypes) {
  const std::string text = "[1e400,-1e400,1e99999999999999999999," + std::string(400, '9') + "," +
                           "1" + std::string(400, '0') + "e-1,\"1\",null,true,[1],{\"a\":1}]";
  const auto tree = JsonTree::parse(text);
  ASSERT_TRUE(tree);
  for (const JsonValue& value : tree->root())
    EXPECT_EQ(value.number(), std::nullopt) << value.text();
}

TEST(JsonTree, PointsToValuesAsRfc6901Says) {
  const auto tree = JsonTree::parse(R"({"a":[0,[1,{"":2}],3],"m~n":{"x/y":[4]},"\u00e9":5})");
  ASSERT_TRUE(tree);
  const JsonValue root = tree->root();
  EXPECT_EQ(root.pointer(), "");
  EXPECT_EQ(root.find("a")->pointer(), "/a");
  const JsonValue inner = *std::next(root.find("a")->begin());
  EXPECT_EQ(inner.pointer(), "/a/1");
  EXPECT_EQ(std::next(inner.begin())->find("")->pointer(), "/a/1/1/");
  EXPECT_EQ(std::next(root.find("a")->begin(), 2)->pointer(), "/a/2");
  EXPECT_EQ(root.find("m~n")->find("x/y")->begin()->pointer(), "/m~0n/x~1y/0");
  EXPECT_EQ(root.find("é")->pointer(), "/é");
}

TEST(JsonTree, FindsWhatAPointerNamesAndItsLine) {
  using namespace std::string_literals;
  const auto tree = JsonTree::parse("{\n \"a/b\": {\"~\":\n [1,\n  {\"x\": 2}]},\n \"\": 3}"s);
  const std::vector<std::pair<std::string, std::int64_t>> lines{
      {"", 1}, {"/a~1b", 2}, {"/a~1b/~0", 3}, {"/a~1b/~0/0", 3}, {"/a~1b/~0/1/x", 4}, {"/", 5}};
  for (const auto& [pointer, line] : lines) {
    const auto value = tree->root().at_pointer(pointer);
    ASSERT_TRUE(value) << pointer;
    EXPECT_EQ(value->pointer(), pointer);
    EXPECT_EQ(tree->line_of(*value), line) << pointer;
  }
  for (const char* const pointer : {"/b", "/a~1b/~0/2", "/a~1b/~0/x", "/a~1b/~0/00", "//x"})
    EXPECT_FALSE(tree->root().at_pointer(pointer)) << pointer;
}

TEST(JsonTree, SaysInWhichLineATextIsNotJson) {
  using namespace std::string_literals;
  for (const auto& [text, line] :
       std::vector<std::pair<std::string, std::int64_t>>{{"", 1},
                                                         {"{\n\"a\": 1\n\"b\": 2}", 3},
                                                         {"[\n1,\r\n\r\n]", 4},
                                                         {"[1,\n\"\\ud800\"]", 2},
                                                         {"[\n\n\0]"s, 3}})
    EXPECT_EQ(JsonTree::parse(text).error().line, line) << text;
}

TEST(JsonTree, HasPartsThatAreTreesThemselves) {
  const auto part_of = [](JsonTree body, std::string_view name) {
    return body.part(*body.root().find(name));
  };
  const std::string text = R"({"a":1,"content": { "rows": [[1,{"b":2}]] } })";
  const JsonTree content = part_of(*JsonTree::parse(text), "content");
  EXPECT_EQ(content.text(), R"({ "rows": [[1,{"b":2}]] })");
  EXPECT_EQ(content.text().data(), text.data() + text.find("{ \"rows"));
  const JsonValue inner = *std::next(content.root().find("rows")->begin()->begin());
  EXPECT_EQ(inner.find("b")->pointer(), "/rows/0/1/b");
  const JsonTree rows = part_of(content, "rows");
  EXPECT_EQ(rows.root().pointer(), "");
  EXPECT_EQ(rows.root().begin()->pointer(), "/0");
}

TEST(JsonTree, CanOwnItsText) {
  const auto copy_of = [](std::string text) { return *JsonTree::parse(std::move(text)); };
  const JsonTree tree = copy_of(R"( {"a":[1,2]} )");
  EXPECT_EQ(tree.text(), R"( {"a":[1,2]} )");
  EXPECT_EQ(tree.root().text(), R"({"a":[1,2]})");
}

TEST(JsonTree, IsAnEmptyObjectAtFirst) {
  EXPECT_EQ(JsonTree().text(), "{}");
  EXPECT_TRUE(JsonTree().root().is(JsonType::object));
  EXPECT_EQ(JsonTree().root().size(), 0U);
}

TEST(JsonTree, AllowsDuplicateKeysAndFindsTheFirst) {
  const auto tree = JsonTree::parse(R"({"a":1,"a":2})");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->root().find("a")->text(), "1");
  EXPECT_EQ(tree->root().size(), 2U);
}

TEST(JsonTree, KeepsItsValuesValidWhenItIsMoved) {
  auto tree = JsonTree::parse(R"({"a":[1,2]})");
  ASSERT_TRUE(tree);
  const JsonValue value = *tree->root().find("a");
  const JsonTree moved = *std::move(tree);
  EXPECT_EQ(value.text(), "[1,2]");
  EXPECT_EQ(moved.root().find("a")->pointer(), value.pointer());
}

TEST(JsonTree, AcceptsEverythingThatRfc8259Allows) {
  for (const std::string& text :
       {std::string("{}"), std::string(" \t\r\n{ } \n"), std::string(R"({"":0})"),
        std::string(R"({"a":-0})"), std::string(R"({"a":-0.0e-00})"), std::string(R"({"a":0E+1})"),
        std::string(R"({"a":1e-999999})"), R"({"a":)" + std::string(400, '9') + "}",
        R"({"a":0.)" + std::string(400, '1') + "}", std::string(R"({"a":"\ud83d\ude00"})"),
        std::string("{\"a\":\"\xf0\x9f\x98\x80\"}"), std::string("{\"a\":\"\x7f\"}"),
        std::string(R"({"a":"\b\f\n\r\t\\\/\""})"), std::string(R"({"a":{"b":{"c":1,"c":2}}})"),
        std::string("{\"a\":\"\xed\x9f\xbf\"}"), std::string(R"({"a":"01 1e400 \" 01"})")})
    EXPECT_TRUE(takes_object(text)) << text;
}

TEST(JsonTree, RejectsInvalidJson) {
  using namespace std::string_literals;
  for (const std::string& text :
       {""s, " "s, "{"s, "["s, "[1"s, "[1,]"s, "[,1]"s, R"({"a"})"s, R"({"a":})"s, R"({"a":1,})"s,
        R"({,"a":1})"s, R"({"a":1}x)"s, R"({"a":1} // no)"s, R"({"a":12 3})"s, "01"s, "[-01]"s,
        "[00]"s, "[-]"s, "[1.]"s, "[.5]"s, "[1e]"s, "[1e+]"s, "[+1]"s, "[0x1]"s, "[1.2.3]"s,
        "[NaN]"s, "[1 2]"s, "{}{}"s, "{} x"s, "tru"s, "nul"s, "]"s, ":"s, ","s,
        // strings
        "\""s, "[\"\\"s, R"(["\x"])"s, R"(["\u12"])"s, "[\"\n\"]"s, "[\"\t\"]"s,
        // what is not UTF-8
        "[\"\xff\"]"s, "[\"\xc0\x80\"]"s, "[\"\xf4\x90\x80\x80\"]"s, "[\"\xe2\x82\"]"s,
        "[\"\x80\"]"s, "{\"\xed\xa0\x80\":1}"s, "\xef\xbb\xbf[]"s,
        // halves of surrogate pairs
        R"(["\ud800"])"s, R"(["\udc00"])"s, R"({"\udc00":1})"s, R"(["\ud800\u0041"])"s,
        R"(["\ude00\ud83d"])"s, R"([["x\udfff"]])"s,
        // NUL
        R"(["\u0000"])"s, R"({"\u0000":1})"s, R"({"a":{"b":["\u0000"]}})"s, "[]\0"s, "[]\0["s,
        "\0[]"s, "[\"\0\"]"s}) {
    const auto tree = JsonTree::parse(text);
    ASSERT_FALSE(tree) << text;
    EXPECT_EQ(tree.error().code, ErrorCode::invalid_json) << text;
  }
}

TEST(JsonTree, RejectsWhatOnlyLooksLikeJsonWhereverItIs) {
  std::istringstream values(
      R"(-01|00|-|--1|.5|-.5|1.e1|1e+|1E-|1e1.5|0x10|1_000|nan|-Infinity|inf|1f|1n|0b1|１|2e|1.2.3|)"
      R"(1eE2|'a'|"a|a"|"\"|"\a"|"\0"|"\'"|"\u"|"\u12G4"|"\U0041"|"\ "|`a`|"a"b"|“a”|}|[,]|[1,,2]|)"
      R"([1;2]|{,"a":1}|{"a":1,,"b":2}|{"a":1 "b":2}|{"a" 1}|{"a"::1}|{a:1}|{'a':1}|{1:1}|{"a":1]|)"
      R"([1}|{[]:1}|True|truee|NULL|None|undefined|1//|1/**/|#1|<a/>|a=1)"
      "|\"a\tb\"|\"a\x1f\"|\u00a01|1\u00a0|\f1|\v1|\u20281|\ufeff1");
  for (std::string value; std::getline(values, value, '|');)
    for (const std::string& text : {value, "[" + value + "]", "{\"a\":" + value + "}"})
      EXPECT_FALSE(JsonTree::parse(text)) << text;
}

TEST(JsonTree, AcceptsNestingUpTo64) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  const std::string text = nested(64);
  const auto tree = JsonTree::parse(text);
  ASSERT_TRUE(tree);
  JsonValue innermost = tree->root();
  while (innermost.size() > 0) innermost = *innermost.begin();
  EXPECT_EQ(innermost.text(), "[]");
  EXPECT_EQ(innermost.pointer().size(), 2 * 63U);
  EXPECT_FALSE(takes(nested(65)));
  EXPECT_FALSE(takes(std::string(1 << 20, '[')));
  EXPECT_FALSE(takes(std::string(1 << 20, '{')));
}

TEST(JsonTree, HoldsManyMembers) {
  std::string text = "{";
  for (int i = 0; i < 100000; ++i)
    text += "\"k" + std::to_string(i) + "\":[" + std::to_string(i) + "],";
  text.back() = '}';
  const auto tree = JsonTree::parse(text);
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->root().size(), 100000U);
  EXPECT_EQ(tree->root().find("k99999")->begin()->number(), 99999);
  EXPECT_EQ(tree->root().find("k99999")->begin()->pointer(), "/k99999/0");
}

TEST(JsonTree, NamesAPlaceBelowAVeryLongNameByWhatIsAround) {
  const auto pointers = [](std::size_t length) {
    const std::string text = R"({"a":[{")" + std::string(length, 'n') + R"(":{"b":{"c":1}}}]})";
    const auto tree = JsonTree::parse(text);
    const JsonValue named = *tree->root().find("a")->begin()->begin();
    return std::vector<std::string>{named.pointer(), named.find("b")->begin()->pointer()};
  };
  const std::string fitting = "/a/0/" + std::string(251, 'n');
  EXPECT_EQ(pointers(251), (std::vector<std::string>{fitting, fitting}));
  EXPECT_EQ(pointers(252), (std::vector<std::string>{"/a/0", "/a/0"}));
  EXPECT_EQ(pointers(1'000'000), (std::vector<std::string>{"/a/0", "/a/0"}));
}

TEST(JsonTree, DecodesAStringTheSameAtEveryOffset) {
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
        const auto object = JsonTree::parse_object(text);
        ASSERT_TRUE(object) << text;
        EXPECT_EQ(object->root().find("s")->exact_string(), begin + meant + end + meant);
      }
      for (const std::string_view wrong :
           {"\n", "\x1f", "\x80", "\xff", "\xe2\x82", "\xed\xa0\x80", R"(\x)"})
        EXPECT_FALSE(takes_object("{\"s\":\"" + begin + std::string(wrong) + end + "\"}")) << wrong;
    }
}

TEST(JsonTree, WantsAnObjectWhereMembersAreRead) {
  for (const std::string_view text : {"[]", "1", "\"text\"", "null", "true", "[{\"a\":1}]"}) {
    const auto object = JsonTree::parse_object(text);
    ASSERT_FALSE(object) << text;
    EXPECT_EQ(object.error().code, ErrorCode::invalid_request);
  }
}

TEST(JsonTree, RefusesMoreMembersThanItLists) {
  std::string members = "\"a\":1";
  for (std::size_t i = 1; i < JsonTree::kMaximumMembers; ++i)
    members += ",\"" + std::to_string(i) + "\":1";
  EXPECT_TRUE(takes_object("{" + members + "}"));
  const std::string text = "{" + members + ",\"one more\":1}";
  const auto object = JsonTree::parse_object(text);
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().code, ErrorCode::invalid_json);
  EXPECT_NE(object.error().message.find("more than 10000 members"), std::string::npos);
}

TEST(JsonTree, RejectsDuplicateKeysThatTheServiceReads) {
  for (const std::string_view text :
       {R"({"a":1,"a":1})", R"({"a":1,"\u0061":2})", R"({"content":{"x":1,"x":2}})"}) {
    const auto object = JsonTree::parse_object(text);
    ASSERT_FALSE(object) << text;
    EXPECT_NE(object.error().message.find("duplicate key"), std::string::npos);
  }
  EXPECT_TRUE(JsonTree::parse_object(R"({"a":{"x":1},"b":{"x":1},"x":1})"));
}

TEST(JsonTree, FindsADuplicateAmongManyNames) {
  const auto object_of = [](std::size_t count, const std::string& last) {
    std::string text = R"({"content":{)";
    for (std::size_t i = 0; i < count; ++i) text += '"' + std::to_string(i * 7919) + R"(":1,)";
    return text + '"' + last + R"(":1}})";
  };
  EXPECT_TRUE(takes_object(object_of(200000, "other")));
  for (const std::size_t repeated : {0, 1, 123456, 199999}) {
    const std::string name = std::to_string(repeated * 7919);
    const std::string text = object_of(200000, name);
    const auto object = JsonTree::parse_object(text);
    ASSERT_FALSE(object) << name;
    EXPECT_NE(object.error().message.find("a duplicate key \"" + name + '"'), std::string::npos);
  }
}

// Processor time of the quickest of some tries, in clock ticks.
std::clock_t ticks_to_parse(const std::string& text) {
  std::clock_t least = std::numeric_limits<std::clock_t>::max();
  for (int round = 0; round < 5; ++round) {
    const std::clock_t start = std::clock();
    EXPECT_TRUE(JsonTree::parse_object(text));
    least = std::min(least, std::clock() - start);
  }
  return least;
}

TEST(JsonTree, ReadsManyMembersAboutAsFastAsAnArray) {
  std::string members;
  std::string elements;
  for (int i = 0; i < 200000; ++i) {
    members += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
    elements += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\",1";
  }
  const std::clock_t array = ticks_to_parse(R"({"a":[)" + elements + "]}");
  EXPECT_LT(ticks_to_parse(R"({"a":{)" + members + "}}"), 5 * array);
  EXPECT_FALSE(takes_object(R"({"a":{)" + members + R"(,"k7":1}})")) << "k7 stands twice";
}

TEST(JsonTree, ReadsNamesOfTheSameHashAboutAsFastAsOthers) {
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
  EXPECT_FALSE(takes_object(body(alike, names[1234])));
}

TEST(JsonTree, NamesWhatOtherLanguagesWriteThatIsNotJson) {
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
    const auto parsed = JsonTree::parse_object(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_NE(parsed.error().message.find(advice), std::string::npos)
        << text << ": " << parsed.error().message;
  }
  for (const std::string text : {R"({"a":[1})", R"({"a":})", R"({"a":xNaN})", "{", ""}) {
    const auto parsed = JsonTree::parse_object(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().message.find(';'), std::string::npos) << parsed.error().message;
  }
}

TEST(ParseInteger, TakesEveryNumberWithoutAFraction) {
  for (const std::string_view one : {"1", "1.0", "1.000", "1e0", "1E+0", "10e-1", "0.1e1"})
    EXPECT_EQ(parse_integer(one), 1) << one;
  EXPECT_EQ(parse_integer("-0.0"), 0);
  EXPECT_EQ(parse_integer("-12.0"), -12);
  EXPECT_EQ(parse_integer("9223372036854775807"), 9223372036854775807);
  EXPECT_EQ(parse_integer("9007199254740992.0"), 9007199254740992);
  for (const std::string_view none : {"", "1.5", "1e-1", "1e400", "-1e400", "1e30", "\"1\"", "1 ",
                                      "true", "null", "nan", "inf", "0x1", "1.", ".5"})
    EXPECT_FALSE(parse_integer(none)) << none;
}

TEST(IsNumber, FollowsTheGrammarOfJson) {
  for (const std::string_view text : {"0", "-0", "12", "1.50", "-1e5", "1E+05", "0.1e-2"})
    EXPECT_TRUE(is_number(text)) << text;
  for (const std::string_view text : {"", "-", "+1", "01", ".5", "1.", "1e", "1e+", "1 ", " 1",
                                      "0x1", "1,5", "inf", "nan", "1-1", "--1"})
    EXPECT_FALSE(is_number(text)) << text;
}

}  // namespace
}  // namespace core
