#include <gtest/gtest.h>

#include "templates/code/code.h"
#include "templates/content.h"

namespace templates {
namespace {

using core::Template;

Code read(const std::string& content) {
  const auto tree = core::JsonTree::parse(content);
  const auto code = read_code(tree->root());
  EXPECT_TRUE(code && *code) << content;
  return code && *code ? **code : Code{};
}

std::string problem_with(const std::string& content) {
  const auto findings = check_content(Template::code, content);
  return findings ? "" : findings.error().sentence();
}

TEST(CodeContent, IsReadByAnyOfItsNames) {
  for (const char* name : {"text", "code", "source", "content"})
    EXPECT_EQ(read("{\"" + std::string(name) + R"(":"a\nb"})").text, "a\nb") << name;
  for (const char* name : {"language", "lang"})
    EXPECT_EQ(read(R"({"text":"x",")" + std::string(name) + R"(":"python"})").language, "python");
  for (const char* name : {"filename", "file", "name"})
    EXPECT_EQ(read(R"({"text":"x",")" + std::string(name) + R"(":"a.py"})").filename, "a.py");
}

TEST(CodeContent, DerivesTheLanguageFromTheFileName) {
  EXPECT_EQ(read(R"({"text":"x","filename":"src/Main.RS"})").language, "rs");
  EXPECT_EQ(read(R"({"text":"x","filename":"a.py","language":"C++"})").language, "c++");
  EXPECT_EQ(read(R"({"text":"x","filename":"a.py","language":"\"><b>"})").language, "py");
  EXPECT_EQ(read(R"({"text":"x","filename":"Makefile"})").language, "");
  EXPECT_EQ(read(R"({"text":"x"})").language, "");
}

TEST(CodeContent, SanitisesTheFileName) {
  EXPECT_EQ(read(R"({"text":"x","filename":"../../etc/passwd"})").filename, "passwd");
  EXPECT_EQ(read(R"({"text":"x","filename":"C:\\a\\b\"c.py"})").filename, "bc.py");
  EXPECT_EQ(read(R"({"text":"x","filename":".gitignore"})").filename, ".gitignore");
  EXPECT_EQ(read(R"({"text":"x","filename":" .. "})").filename, "");
}

TEST(CodeContent, RejectsWrongTypesWithTheirPointer) {
  EXPECT_EQ(problem_with(R"({"text":1})"), "/content/text must be a string, not a number");
  EXPECT_EQ(problem_with(R"({"text":"x","language":[]})"),
            "/content/language must be a string, not an array");
  EXPECT_EQ(problem_with(R"({"text":"x","filename":{}})"),
            "/content/filename must be a string, not an object");
  EXPECT_EQ(problem_with(R"({"text":"x","filename":"a\u202eyp.exe"})"),
            "/content/filename must not contain control characters such as U+202E");
}

TEST(CodeContent, IsShownAsJsonWithoutText) {
  EXPECT_EQ(problem_with(R"({"anything":1})"), "");
  const auto page = render_content(Template::code, R"({"anything":1})");
  EXPECT_NE(page.html.str().find("&quot;anything&quot;: 1"), std::string::npos);
  EXPECT_FALSE(content_as(Form::plain_text, Template::code, R"({"anything":1})"));
}

TEST(CodeContent, HasItsTextAsTextForm) {
  EXPECT_EQ(content_as(Form::plain_text, Template::code, R"({"text":"a\r\n\tb"})"), "a\r\n\tb");
}

}  // namespace
}  // namespace templates
