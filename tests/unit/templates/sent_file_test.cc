#include "templates/sent_file.h"

#include <gtest/gtest.h>

#include "templates/content.h"

namespace templates {
namespace {

using core::Template;

std::string content(Template id, const std::string& type, std::string_view bytes,
                    const std::string& name = "") {
  const auto made = content_of(id, {type, name, bytes});
  return made ? std::string(made->text()) : made.error().sentence();
}

TEST(SentFile, IsForTheFirstTemplateThatTakesItsType) {
  const auto template_of = [](const std::string& type) { return template_for({type, "", ""}); };
  EXPECT_EQ(template_of("application/pdf"), Template::pdf);
  EXPECT_EQ(template_of("text/html"), Template::html);
  EXPECT_EQ(template_of("text/markdown"), Template::markdown);
  EXPECT_EQ(template_of("text/csv"), Template::table);
  EXPECT_FALSE(template_of("text/plain"));
}

TEST(SentFile, BecomesTheContentOfATemplate) {
  EXPECT_EQ(content(Template::markdown, "text/markdown", "# \"a\"\n", "a.md"),
            R"({"text":"# \"a\"\n"})");
  EXPECT_EQ(content(Template::table, "text/csv", "a;b\n"), R"({"csv":"a;b\n"})");
  EXPECT_EQ(content(Template::pdf, "application/pdf", "%PDF-1.7", "a.pdf"),
            R"({"filename":"a.pdf","data":"JVBERi0xLjc="})");
  EXPECT_EQ(content(Template::pdf, "text/html", "<p>"), R"({"html":"<p>"})");
  EXPECT_EQ(content(Template::pdf, "text/markdown", "x"), R"({"markdown":"x"})");
}

TEST(SentFile, IsTextInUtf8WithoutAByteOrderMark) {
  EXPECT_EQ(content(Template::table, "text/csv", "\xef\xbb\xbfÄ"), "{\"csv\":\"Ä\"}");
  EXPECT_EQ(content(Template::table, "text/csv", "\xc4"), "the file must be text in UTF-8");
  EXPECT_EQ(content(Template::table, "text/csv", std::string_view("a\0b", 3)),
            "the file must not contain NUL characters");
}

TEST(SentFile, IsRefusedByOtherTemplates) {
  EXPECT_EQ(content(Template::table, "application/pdf", "%PDF-"),
            "the template \"table\" takes files of the types text/csv, text/tab-separated-values, "
            "text/plain, not application/pdf");
  EXPECT_TRUE(refuse_file(Template::markdown, "application/json"));
}

TEST(SentFile, IsRecognisedWhereItsTypeDoesNotSayWhatItIs) {
  EXPECT_EQ(content(Template::code, "text/x-python", "x = 1\n", "src/a.py"),
            R"({"text":"x = 1\n","filename":"a.py"})");
  EXPECT_EQ(content(Template::chart, "", R"({"type": "bar"})"), R"({"type": "bar"})");
  EXPECT_EQ(content(Template::table, "application/json", R"([{"a":1}])"), R"({"rows":[{"a":1}]})");
  EXPECT_EQ(content(Template::table, "text/plain", "a,b\n1,2\n"), R"({"csv":"a,b\n1,2\n"})");
  EXPECT_EQ(content(Template::markdown, "text/plain", "\xef\xbb\xbf# x"), R"({"text":"# x"})");
  EXPECT_EQ(content(Template::pdf, "text/plain", "# x"), R"({"markdown":"# x"})");
  for (const std::string_view bytes : {"a,b", "\xff", " "})
    EXPECT_FALSE(content_of(Template::chart, {"text/plain", "", bytes})) << bytes;
}

TEST(SentFile, IsCheckedAsAnyContent) {
  EXPECT_TRUE(check_content(Template::pdf, content(Template::pdf, "application/pdf", "%PDF-1.7")));
  EXPECT_TRUE(check_content(Template::pdf, content(Template::pdf, "application/pdf",
                                                   std::string(1024, ' ') + "%PDF-1.7")));
  for (const std::string& bytes : {std::string("GIF89a"), std::string(1025, ' ') + "%PDF-1.7"})
    EXPECT_FALSE(check_content(Template::pdf, content(Template::pdf, "application/pdf", bytes)));
}

TEST(SentFile, OfValuesSeparatedByTabsIsReadAtTabsWhateverItsTextSays) {
  const auto content = [](std::string_view text) {
    const auto tree = content_of(core::Template::table, {"text/tab-separated-values", "", text});
    return tree ? std::string(tree->text()) : std::string();
  };
  EXPECT_EQ(content("a\tb\n1\t2\n"), R"({"csv":"a\tb\n1\t2\n"})");
  EXPECT_EQ(content("note\nx;y\na;b\n"), R"({"csv":"sep=\t\nnote\nx;y\na;b\n"})");
}

TEST(SentFile, HasATypeByItsName) {
  EXPECT_EQ(media_type_of_name("Report.PDF"), "application/pdf");
  EXPECT_EQ(media_type_of_name("a.b.md"), "text/markdown");
  EXPECT_EQ(media_type_of_name("a.tsv"), "text/tab-separated-values");
  EXPECT_EQ(media_type_of_name("a.bmp"), "");
  EXPECT_EQ(media_type_of_name("pdf"), "");
}

}  // namespace
}  // namespace templates
