#include "core/text/json_edits.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace core {
namespace {

using enum JsonOperation::Kind;

struct Operation {
  JsonOperation::Kind kind;
  std::string path;
  std::string value = {};
};

// The text, or the error's code, field and message.
std::string edited(const std::string& text, const std::vector<Operation>& operations) {
  std::vector<JsonOperation> parsed;
  for (const Operation& one : operations) {
    parsed.push_back({one.kind, parse_pointer(one.path).value(), {}});
    if (!one.value.empty()) parsed.back().value = *JsonTree::parse(std::string(one.value));
  }
  const auto tree = JsonTree::parse(text);
  const auto result = edit_json(tree->root(), parsed);
  if (result) return *result;
  return std::string(to_string(result.error().code)) + ": " + result.error().sentence();
}

TEST(JsonEdits, ChangeMembers) {
  EXPECT_EQ(edited(R"({"a":1,"b":2})", {{replace, "/a", "3"}}), R"({"a":3,"b":2})");
  EXPECT_EQ(edited(R"({"a":1,"b":2})", {{add, "/a", "3"}}), R"({"a":3,"b":2})");
  EXPECT_EQ(edited(R"({"a":1})", {{add, "/b", "2"}}), R"({"a":1,"b":2})");
  EXPECT_EQ(edited(R"({"a":1,"b":2})", {{remove, "/a"}}), R"({"b":2})");
  EXPECT_EQ(edited(R"({"a":1})", {{remove, "/a"}}), "{}");
  EXPECT_EQ(edited("{}", {{add, "/a", "1"}}), R"({"a":1})");
  EXPECT_EQ(edited(R"({"":1})", {{replace, "/", "2"}}), R"({"":2})");
}

TEST(JsonEdits, ChangeElements) {
  EXPECT_EQ(edited("[1,2]", {{add, "/0", "0"}}), "[0,1,2]");
  EXPECT_EQ(edited("[1,2]", {{add, "/1", "0"}}), "[1,0,2]");
  EXPECT_EQ(edited("[1,2]", {{add, "/2", "0"}}), "[1,2,0]");
  EXPECT_EQ(edited("[1,2]", {{add, "/-", "0"}}), "[1,2,0]");
  EXPECT_EQ(edited("[]", {{add, "/-", "0"}}), "[0]");
  EXPECT_EQ(edited("[1,2]", {{replace, "/1", "{}"}}), "[1,{}]");
  EXPECT_EQ(edited("[1,2]", {{remove, "/0"}}), "[2]");
}

TEST(JsonEdits, FollowTheEscapesOfPointers) {
  EXPECT_EQ(edited(R"({"a/b":{"m~n":1},"~1":2})", {{replace, "/a~1b/m~0n", "3"}}),
            R"({"a/b":{"m~n":3},"~1":2})");
  EXPECT_EQ(edited(R"({"a/b":1,"~1":2})", {{remove, "/~01"}}), R"({"a/b":1})");
  EXPECT_EQ(edited(R"({"\u00e9":1})", {{replace, "/é", "2"}}), R"({"\u00e9":2})");
  EXPECT_EQ(parse_pointer("a"), std::nullopt);
  EXPECT_EQ(parse_pointer("/~2"), std::nullopt);
  EXPECT_EQ(parse_pointer("/~"), std::nullopt);
  EXPECT_EQ(parse_pointer(""), (std::vector<std::string>{}));
  EXPECT_EQ(parse_pointer("/a//b"), (std::vector<std::string>{"a", "", "b"}));
}

TEST(JsonEdits, ApplyInOrder) {
  EXPECT_EQ(edited(R"({"a":{}})", {{add, "/a/b", R"({"c": [1]})"},
                                   {add, "/a/b/c/-", "2"},
                                   {remove, "/a/b/c/0"},
                                   {replace, "/a/b/c/0", R"("x")"}}),
            R"({"a":{"b":{"c": ["x"]}}})");
  EXPECT_EQ(edited(R"({"a":{"b":1}})", {{replace, "/a/b", "2"}, {replace, "/a", "3"}}),
            R"({"a":3})");
  EXPECT_EQ(edited(R"({"a":1})", {{remove, "/a"}, {add, "/a", "2"}, {replace, "/a", "3"}}),
            R"({"a":3})");
}

TEST(JsonEdits, KeepTheTextOfEverythingElse) {
  const std::string text =
      "{\n  \"n\": 1.0,\n  \"big\": 12345678901234567890,\n  \"e\": [ 1e400, -0.50E+1 ],\n"
      "  \"s\": \"\\u00e9\\/\"\n}";
  EXPECT_EQ(edited(text, {{add, "/e/-", "2.50"}, {add, "/t", "true"}, {remove, "/n"}}),
            "{\n  \"big\": 12345678901234567890,\n  \"e\": [ 1e400, -0.50E+1, 2.50 ],\n"
            "  \"s\": \"\\u00e9\\/\",\n  \"t\": true\n}");
  EXPECT_EQ(edited("[ 1, 2 ]", {{add, "/0", "0"}}), "[ 0, 1, 2 ]");
}

TEST(JsonEdits, SayWhatThereIsInstead) {
  EXPECT_EQ(edited(R"({"a":1,"b":2})", {{remove, "/a"}, {replace, "/c", "1"}}),
            "edit_not_found: /set/1/path leads to \"c\", which the object there does not have; it "
            "has \"b\"");
  EXPECT_EQ(edited("[1,2]", {{replace, "/2", "1"}}),
            "edit_not_found: /set/0/path has the place 2, but the array has 2 values, from 0; add "
            "with - as the place adds at the end");
  EXPECT_EQ(edited("[1]", {{add, "/x", "1"}}),
            "edit_not_found: /set/0/path leads into an array of 1 values, where \"x\" is no place; "
            "places are numbers from 0, and - is the end, for add");
  EXPECT_EQ(edited("[1]", {{add, "/01", "1"}}).substr(0, 14), "edit_not_found");
  EXPECT_EQ(edited(R"({"a":1})", {{add, "/a/b", "1"}}),
            "edit_not_found: /set/0/path leads into a number, which has no values in it");
  EXPECT_EQ(edited("{}", {{remove, "/a"}}),
            "edit_not_found: /set/0/path leads to \"a\", which the object there does not have; it "
            "is empty");
}

TEST(JsonEdits, AreAsDeepAsContent) {
  std::string path;
  for (int i = 0; i < 65; ++i) path += "/0";
  EXPECT_EQ(edited("[1]", {{add, path, "1"}}),
            "invalid_request: /set/0/path leads deeper than content can be: 64 levels");
}

std::string appended(const std::string& text, const std::vector<std::string>& added,
                     std::size_t dropped = 0) {
  const auto tree = JsonTree::parse(text);
  Splices splices(tree->text());
  append_elements(splices, tree->root(), added, dropped);
  return splices.applied();
}

TEST(AppendElements, SeparatesThemAsTheOthersAre) {
  EXPECT_EQ(appended("[1,2]", {"3", "4"}), "[1,2,3,4]");
  EXPECT_EQ(appended("[1, 2]", {"3", "4"}), "[1, 2, 3, 4]");
  EXPECT_EQ(appended("[\n  1,\n  2\n]", {"3"}), "[\n  1,\n  2,\n  3\n]");
  EXPECT_EQ(appended("[\n  1\n]", {"3"}), "[\n  1,\n  3\n]");
  EXPECT_EQ(appended("[]", {"3", "4"}), "[3,4]");
  EXPECT_EQ(appended("[1]", {}), "[1]");
}

TEST(AppendElements, DropsFromTheBeginning) {
  EXPECT_EQ(appended("[1, 2, 3]", {"4"}, 1), "[2, 3, 4]");
  EXPECT_EQ(appended("[\n  1,\n  2\n]", {"3"}, 2), "[\n  3\n]");
  EXPECT_EQ(appended("[1,2]", {"3", "4"}, 3), "[4]");
  EXPECT_EQ(appended("[1,2]", {"3"}, 9), "[]");
  EXPECT_EQ(appended("[1,2]", {}, 1), "[2]");
}

TEST(Splices, CanBeInOneText) {
  const auto tree = JsonTree::parse(R"({"a":[1],"b":"x\u00e9","c":[2]})");
  Splices splices(tree->text());
  append_to_string(splices, *tree->root().find("b"), "\"\n");
  append_elements(splices, *tree->root().find("c"), std::vector<std::string>{"3"}, 1);
  append_elements(splices, *tree->root().find("a"), std::vector<std::string>{"4"}, 0);
  EXPECT_EQ(splices.applied(), R"({"a":[1,4],"b":"x\u00e9\"\n","c":[3]})");
}

TEST(StringPlaces, AreThoseOfCharactersAsTheyWereSent) {
  const std::string text = R"(["a\n\u00fc\u20ac\ud83d\ude00ü\"\u004dz"])";
  const auto tree = JsonTree::parse(std::string_view(text));
  const JsonValue string = *tree->root().begin();
  const std::string decoded = string.exact_string();
  EXPECT_EQ(decoded, "a\nü€😀ü\"Mz");
  StringPlaces places(string);
  std::vector<std::string> sent;
  const char* before = places.at(0);
  for (std::size_t i = 1; i <= decoded.size(); ++i) {
    if (i < decoded.size() && (static_cast<unsigned char>(decoded[i]) & 0xc0) == 0x80) continue;
    const char* const after = places.at(i);
    sent.emplace_back(before, after);
    before = after;
  }
  EXPECT_EQ(sent, (std::vector<std::string>{"a", "\\n", "\\u00fc", "\\u20ac", "\\ud83d\\ude00", "ü",
                                            "\\\"", "\\u004d", "z"}));
  EXPECT_EQ(before, string.text().data() + string.text().size() - 1);
}

}  // namespace
}  // namespace core
