#include <gtest/gtest.h>

#include "pages/share_page.h"
#include "templates/content.h"

namespace pages {
namespace {

constexpr const char* kFile = R"({"data":"JVBERi0xLjcK","filename":"a<b>.pdf"})";

std::string page_of(const std::string& content, bool allow_download,
                    std::optional<std::string> title = std::nullopt) {
  SharedArtifact artifact;
  artifact.content_template = core::Template::pdf;
  artifact.title = std::move(title);
  artifact.file_path = "/a/art_1/file?token=x";
  artifact.allow_download = allow_download;
  return share_page({}, artifact, templates::render_content(core::Template::pdf, content)).str();
}

bool holds(const std::string& page, std::string_view part) {
  return page.find(part) != std::string::npos;
}

TEST(PdfPage, LinksToTheFileAndToTheDownloadIfAllowed) {
  EXPECT_TRUE(holds(page_of(kFile, false), "href=\"/a/art_1/file?token=x\""));
  EXPECT_FALSE(holds(page_of(kFile, false), "download"));
  EXPECT_TRUE(holds(page_of(kFile, true), "href=\"/a/art_1/file?token=x&amp;download=1\""));
}

TEST(PdfPage, SaysThatItCannotBeSaved) {
  EXPECT_TRUE(holds(page_of(kFile, false), "View only"));
  EXPECT_FALSE(holds(page_of(kFile, true), "View only"));
  EXPECT_FALSE(holds(page_of(R"({"url":"https://docs.example.org/a.pdf"})", false), "View only"));
}

TEST(PdfPage, CanBePrintedByItsOwner) {
  SharedArtifact artifact;
  artifact.content_template = core::Template::pdf;
  artifact.is_preview = true;
  const std::string page =
      share_page({}, artifact, templates::render_content(core::Template::pdf, kFile)).str();
  EXPECT_FALSE(holds(page, "View only"));
  EXPECT_TRUE(holds(page, "data-savable"));
  EXPECT_FALSE(holds(page, "download"));
}

TEST(PdfPage, UsesTheFileNameWithoutATitle) {
  EXPECT_TRUE(holds(page_of(kFile, false), "<title>ab.pdf</title>"));
  EXPECT_TRUE(holds(page_of(kFile, false, "T"), "<title>T</title>"));
  EXPECT_TRUE(holds(page_of(R"({"html":"x"})", false), "<title>PDF document</title>"));
}

TEST(PdfPage, ShowsTheViewerForPdfSources) {
  for (const char* content : {R"({"html":"<p>x"})", R"({"markdown":"x"})"})
    EXPECT_TRUE(holds(page_of(content, false), "id=\"pdf-scroller\"")) << content;
}

TEST(PdfPage, NamesTheHostOfARemoteDocument) {
  for (const std::string rest : {"", "/", "/a?b#c", "?b", "#c"}) {
    const std::string page = page_of(R"({"url":"https://docs.example.org)" + rest + "\"}", true);
    EXPECT_TRUE(holds(page, "<strong>docs.example.org</strong>")) << rest;
    EXPECT_TRUE(holds(page, "rel=\"noopener noreferrer nofollow\"")) << rest;
    EXPECT_FALSE(holds(page, "/file?token")) << rest;
    EXPECT_FALSE(holds(page, "pdf.min.mjs")) << rest;
  }
}

TEST(PdfPage, AllowsLoadingARemoteDocumentFromItsOriginOnly) {
  const auto origin_of = [](const std::string& url) {
    return templates::render_content(core::Template::pdf, R"({"url":")" + url + "\"}")
        .document_origin;
  };
  EXPECT_EQ(origin_of("https://docs.example.org/a.pdf"), "https://docs.example.org");
  EXPECT_EQ(origin_of("https://docs.example.org:8443?a"), "https://docs.example.org:8443");
  EXPECT_EQ(origin_of("https://[2001:db8::1]/a.pdf"), "");
  EXPECT_EQ(templates::render_content(core::Template::pdf, kFile).document_origin, "");
  const std::string offered = "id=\"pdf-show\"";
  EXPECT_TRUE(holds(page_of(R"({"url":"https://docs.example.org/a.pdf"})", false), offered));
  EXPECT_FALSE(holds(page_of(R"({"url":"https://[2001:db8::1]/a.pdf"})", false), offered));
}

TEST(PdfPage, HasNoFileWithoutContent) {
  EXPECT_FALSE(holds(page_of(R"({"odd":1})", true), "/file?token"));
}

}  // namespace
}  // namespace pages
