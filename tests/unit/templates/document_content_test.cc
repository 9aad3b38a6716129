#include "templates/documents/document_content.h"

#include <string>

#include <gtest/gtest.h>

namespace templates {
namespace {

using core::Template;

// What is edited of a content, and what an edit makes of the content.
std::string edited(Template id, const std::string& content, const std::string& text) {
  const auto tree = core::JsonTree::parse(content);
  const auto changed = with_source(tree->root(), source_of(id, tree->root()), text);
  return changed ? std::string(changed->text()) : changed.error().message;
}
std::string source(Template id, const std::string& content) {
  return source_of(id, core::JsonTree::parse(content)->root()).text;
}

TEST(ContentSource, IsTheTextThatThePageShows) {
  EXPECT_EQ(source(Template::markdown, R"({"md":"# \u00fc"})"), "# ü");
  EXPECT_EQ(source(Template::code, R"({"filename":"a.py","text":"x"})"), "x");
  EXPECT_EQ(source(Template::table, R"({"csv":"a\n1","lang":"de"})"), "a\n1");
  EXPECT_EQ(source(Template::pdf, R"({"html":"<p>","filename":"a.pdf"})"), "<p>");
  EXPECT_EQ(edited(Template::code, R"({"filename":"a.py","text":"x"})", "y\n"),
            R"({"filename":"a.py","text":"y\n"})");
  EXPECT_EQ(edited(Template::table, R"({"csv":"a","note":{"max":1.50}})", "b"),
            R"({"csv":"b","note":{"max":1.50}})");
}

TEST(ContentSource, IsElseAllOfTheContent) {
  EXPECT_EQ(source(Template::chart, R"({"type":"bar","n":1.50})"),
            "{\n  \"type\": \"bar\",\n  \"n\": 1.50\n}");
  EXPECT_EQ(source(Template::table, R"({"rows":[],"csv":"a"})"),
            "{\n  \"rows\": [],\n  \"csv\": \"a\"\n}");
  // Columns describe those of CSV by their places.
  EXPECT_EQ(source(Template::table, R"({"csv":"a\n1","columns":["A"]})"),
            "{\n  \"csv\": \"a\\n1\",\n  \"columns\": [\n    \"A\"\n  ]\n}");
  EXPECT_EQ(edited(Template::chart, R"({"type":"bar"})", R"({"type": "line", "n": 1e400})"),
            R"({"type": "line", "n": 1e400})");
  EXPECT_EQ(edited(Template::chart, R"({"type":"bar"})", "[1]"), "must be a JSON object");
  EXPECT_TRUE(edited(Template::chart, "{}", R"({"type": )").starts_with("is not valid JSON: "));
  // Indented, it would be cut off.
  const std::string large = R"({"rows":[[")" + std::string(300'000, 'x') + R"("]]})";
  EXPECT_EQ(source(Template::table, large), large);
}

TEST(ContentSource, OfAPdfFileIsReplacedAsAWhole) {
  const auto tree = core::JsonTree::parse(R"({"data":"JVBERi0=","filename":"a.pdf"})");
  const ContentSource file = source_of(Template::pdf, tree->root());
  EXPECT_TRUE(file.is_file);
  EXPECT_EQ(file.text, "");
}

}  // namespace
}  // namespace templates
