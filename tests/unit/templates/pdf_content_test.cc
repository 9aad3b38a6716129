#include "templates/pdf/pdf_content.h"

#include <gtest/gtest.h>

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "templates/content.h"

namespace templates {
namespace {

using core::count_code_points;
using core::ErrorCode;
using core::JsonTree;
using core::Result;
using core::Template;

// A content object with all that is read from it.
struct Content {
  explicit Content(std::string sent)
      : text(std::move(sent)), tree(JsonTree::parse(text)), pdf(read_pdf(tree->root())) {}
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  std::string text;
  Result<JsonTree> tree;
  Result<std::optional<PdfContent>> pdf;
};

// The bytes of the file, or what is wrong.
std::string decoded(const std::string& text) {
  const Content content(text);
  if (!content.pdf) return content.pdf.error().sentence();
  return *content.pdf ? decode_pdf(**content.pdf).value_or("no file") : "nothing";
}

std::string problem(const std::string& text) {
  const Content content(text);
  if (content.pdf) return "none";
  EXPECT_EQ(content.pdf.error().code, ErrorCode::invalid_content);
  return content.pdf.error().sentence();
}

template <typename Source>
Source source(const std::string& text) {
  const Content content(text);
  const auto* found =
      content.pdf && *content.pdf ? std::get_if<Source>(&(*content.pdf)->source) : nullptr;
  EXPECT_NE(found, nullptr) << text;
  return found == nullptr ? Source() : *found;
}

const std::string kFile = "%PDF-1.7\n\xfb\xff\xfe?";

TEST(PdfContent, DecodesAFileUnderEachOfItsNames) {
  const auto text = [](const std::string& name) {
    return "{\"" + name + "\":\"" + core::to_base64(core::as_bytes(kFile)) + "\"}";
  };
  for (const std::string name : {"data", "base64", "file", "pdf"})
    EXPECT_EQ(decoded(text(name)), kFile);
}

TEST(PdfContent, RejectsInvalidBase64) {
  for (const std::string text :
       {"%PDF-1.7", "JVBERi0*", "JVBER", "JVBE=Ri0", "JVBERi0===", "é",
        "data:application/pdf,JVBERi0", "data:application/pdf;base64", "https://example.com/a.pdf"})
    EXPECT_EQ(problem("{\"data\":\"" + text + "\"}"),
              "/content/data must be a base64-encoded PDF file")
        << text;
}

TEST(PdfContent, RejectsFilesThatAreNotPdf) {
  for (const std::string& bytes : {std::string(), std::string("%PDF"), std::string("PK\x03\x04"),
                                   std::string("<html>"), std::string(1025, 'x') + kFile})
    EXPECT_EQ(problem("{\"file\":\"" + core::to_base64(core::as_bytes(bytes)) + "\"}"),
              "/content/file must be a base64-encoded PDF file: the decoded bytes must begin with "
              "%PDF-, after 1,024 others at most");
}

TEST(PdfContent, AcceptsWhatViewersSkipBeforeThePdf) {
  for (const std::string& before :
       {std::string("\n"), std::string("\xef\xbb\xbf"),
        std::string("<br />\nWarning: Undefined variable\n"), std::string(1024, '\0')})
    EXPECT_EQ(decoded("{\"data\":\"" + core::to_base64(core::as_bytes(before + kFile)) + "\"}"),
              before + kFile);
}

TEST(PdfContent, ReadsSourcesToMakeAPdfOf) {
  EXPECT_EQ(source<PdfHtml>(R"({"html":"<p>\u00e9</p>"})").html, "<p>é</p>");
  EXPECT_EQ(source<PdfMarkdown>(R"({"markdown":"# 😀"})").markdown, "# 😀");
  EXPECT_EQ(source<PdfMarkdown>(R"({"text":"plain"})").markdown, "plain");
  EXPECT_EQ(decoded(R"({"html":"x"})"), "no file");
}

TEST(PdfContent, ReadsHttpsUrls) {
  for (const std::string url :
       {"https://example.com/a.pdf", "HTTPS://example.com", "https://example.com:8443/a?b#c",
        "https://[::1]:443/x", "https://münchen.example/ä", "https://a.b-c.d?x=/@"})
    EXPECT_EQ(source<PdfUrl>("{\"url\":\"" + url + "\"}").url, url);
}

TEST(PdfContent, RejectsOtherUrls) {
  for (const std::string url : {"http://example.com/a.pdf", "//example.com",
                                "https://user:secret@example.com/", "https://example.com/a b", ""})
    EXPECT_EQ(problem("{\"url\":\"" + url + "\"}"), "/content/url must be an https URL with a host")
        << url;
}

TEST(PdfContent, UsesTheFirstSource) {
  EXPECT_EQ(source<PdfHtml>(R"({"url":"https://a.test","text":"t","html":"h","data":null})").html,
            "h");
  EXPECT_EQ(decoded(R"({"html":"h","pdf":"JVBERi0"})"), "%PDF-");
}

TEST(PdfContent, ReadsTheFileName) {
  const Content content(R"({"html":"x","filename":"Bericht \u00e9.pdf"})");
  ASSERT_TRUE(content.pdf);
  EXPECT_EQ((*content.pdf)->filename, "Bericht é.pdf");
  const Content without(R"({"html":"x","filename":null})");
  ASSERT_TRUE(without.pdf);
  EXPECT_EQ((*without.pdf)->filename, std::nullopt);
}

TEST(PdfContent, HasNothingWithoutASource) {
  for (const std::string text :
       {"{}", R"({"odd":1})", R"({"filename":"a.pdf"})", R"({"data":null})"})
    EXPECT_EQ(decoded(text), "nothing") << text;
}

TEST(PdfContent, NamesFieldsOfTheWrongTypeByTheirPointers) {
  EXPECT_EQ(problem("[]"), "/content must be an object, not an array");
  for (const std::string name :
       {"data", "base64", "file", "pdf", "html", "markdown", "text", "url", "filename"})
    EXPECT_EQ(problem("{\"" + name + "\":[1]}"),
              "/content/" + name + " must be a string, not an array");
  EXPECT_EQ(problem(R"({"html":"x","filename":5})"),
            "/content/filename must be a string, not a number");
}

TEST(PdfContent, RejectsDuplicateKeys) {
  EXPECT_EQ(problem(R"({"html":"x","html":"y"})"), "/content has a duplicate key \"html\"");
}

TEST(DownloadName, KeepsAPlainName) {
  EXPECT_EQ(download_name("report.pdf"), "report.pdf");
  EXPECT_EQ(download_name("Quartal 1 – Übersicht 😀.pdf"), "Quartal 1 – Übersicht 😀.pdf");
  EXPECT_EQ(download_name("report"), "report.pdf");
  EXPECT_EQ(download_name("REPORT.PDF"), "REPORT.pdf");
  EXPECT_EQ(download_name("report.html"), "report.html.pdf");
}

TEST(DownloadName, RemovesUnsafeCharacters) {
  EXPECT_EQ(download_name("../../etc/passwd"), "passwd.pdf");
  EXPECT_EQ(download_name("C:\\files\\a.pdf"), "a.pdf");
  EXPECT_EQ(download_name("...hidden.pdf"), "hidden.pdf");
  EXPECT_EQ(download_name(". . x .pdf"), "x.pdf");
  EXPECT_EQ(download_name("a\r\nSet-Cookie: x\"';.pdf"), "aSet-Cookie x.pdf");
  EXPECT_EQ(download_name("a\x7f\xc2\x85.pdf"), "a.pdf");
  // Marks of writing direction, U+202E, U+2066 and U+061C; other characters that begin alike stay.
  const std::string general = "\xe2\x80";
  EXPECT_EQ(download_name("b" + general + "\xae" + "\xe2\x81" + "\xa6" + "\xd8" + "\x9c" + "x"),
            "bx.pdf");
  EXPECT_EQ(download_name("a\u2013\u2026\u0645.pdf"), "a\u2013\u2026\u0645.pdf");
  EXPECT_EQ(download_name("<a>:|?*.pdf"), "a.pdf");
}

TEST(DownloadName, DefaultsToDocument) {
  for (const std::string_view name :
       {"", ".", "..", ".pdf", "/", "a/", "\"\"", " . ", "....pdf", "\n"})
    EXPECT_EQ(download_name(name), "document.pdf") << name;
}

TEST(DownloadName, HasAtMost120CodePoints) {
  std::string name;
  for (int i = 0; i < 500; ++i) name += "😀";
  const std::string safe = download_name(name + ".pdf");
  EXPECT_EQ(count_code_points(safe), 120U);
  EXPECT_TRUE(safe.ends_with("😀.pdf"));
  EXPECT_TRUE(core::is_utf8(safe));
  EXPECT_EQ(download_name(std::string(116, 'a') + ".pdf"), std::string(116, 'a') + ".pdf");
}

TEST(CheckContent, ChecksPdfs) {
  EXPECT_TRUE(check_content(Template::pdf, R"({"data":"JVBERi0xLjc="})"));
  EXPECT_TRUE(check_content(Template::pdf, R"({"odd":1})"));
  const auto wrong = check_content(Template::pdf, R"({"url":"http://example.com"})");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::invalid_content);
}

}  // namespace
}  // namespace templates
