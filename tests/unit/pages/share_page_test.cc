#include "pages/share_page.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "../texts.h"
#include "html/readable.h"
#include "pages/message_page.h"
#include "templates/content.h"

namespace pages {
namespace {

using tests::count;

SharedArtifact artifact(std::optional<std::string> title) {
  SharedArtifact shown;
  shown.title = std::move(title);
  shown.created_at = core::Timestamp::from_unix_milliseconds(1768478400000);
  shown.link_expires_at = core::Timestamp::from_unix_milliseconds(1769083200000);
  return shown;
}

std::string page_of(std::optional<std::string> title, const std::string& content) {
  return share_page({}, artifact(std::move(title)),
                    templates::render_content(core::Template::markdown, content))
      .str();
}

TEST(SharePage, ShowsWhenItWasCreatedAndWhenItExpires) {
  const std::string page = page_of("T", R"({"text":"x"})");
  EXPECT_NE(
      page.find(
          "<time class=\"age\" datetime=\"2026-01-15T12:00:00.000Z\">on 15 January 2026</time>"),
      std::string::npos);
  EXPECT_NE(page.find(">on 22 January 2026</time>"), std::string::npos);
}

TEST(SharePage, ShowsAnEndWithinTwoDaysToTheMinute) {
  SharedArtifact shown = artifact("T");
  const auto hours_before_its_end = [&](int hours) {
    shown.now = core::Timestamp::from_unix_milliseconds(shown.link_expires_at->unix_milliseconds() -
                                                        std::int64_t{hours} * 3'600'000);
    return share_page({}, shown,
                      templates::render_content(core::Template::markdown, R"({"text":"x"})"))
        .str();
  };
  EXPECT_NE(hours_before_its_end(47).find(">on 22 January 2026 at 12:00 UTC</time>"),
            std::string::npos);
  EXPECT_NE(hours_before_its_end(48).find(">on 22 January 2026</time>"), std::string::npos);
}

TEST(CoverPage, SaysHowManyViewsAreLeft) {
  CoverPage cover;
  EXPECT_EQ(count(cover_page({}, cover).str(), "left"), 0U);
  cover.views = ViewsLeft{1, 2000};
  EXPECT_EQ(count(cover_page({}, cover).str(), "1 of 2,000 views left. Opening uses one."), 1U);
}

TEST(SharePage, ShowsATitleOnce) {
  const std::string content = R"({"text":"# Same\n\nx"})";
  EXPECT_EQ(count(page_of("Same", content), "<h1"), 1U);
  EXPECT_EQ(count(page_of(std::nullopt, content), "<h1"), 1U);
  EXPECT_EQ(count(page_of("Other", content), "<h1"), 2U);
  EXPECT_EQ(count(page_of(std::nullopt, R"({"text":"x"})"), "<h1"), 1U);
}

TEST(SharePage, LeavesTheNameOfAFileToItsTitle) {
  const auto is_left = [](std::optional<std::string> title, Presentation presentation) {
    SharedArtifact code = artifact(std::move(title));
    code.content_template = core::Template::code;
    const auto content =
        templates::render_content(core::Template::code, R"({"text":"x","filename":"a.cc"})");
    return share_page({}, code, content, presentation).str().find("is-titled-by-file") !=
           std::string::npos;
  };
  EXPECT_TRUE(is_left(std::nullopt, Presentation::whole_page));
  EXPECT_TRUE(is_left("a.cc", Presentation::whole_page));
  EXPECT_FALSE(is_left("The program", Presentation::whole_page));
  // Its title is not seen.
  EXPECT_FALSE(is_left(std::nullopt, Presentation::embedded));
}

TEST(SharePage, OffersTheRowsOfATableThatIsShown) {
  SharedArtifact table = artifact("T");
  table.content_template = core::Template::table;
  table.csv_path = "/rows";
  const auto page = [&](const std::string& content) {
    return share_page({}, table, templates::render_content(core::Template::table, content)).str();
  };
  EXPECT_EQ(count(page(R"({"csv":"a\n1"})"), "id=\"tool-csv\" href=\"/rows\""), 1U);
  EXPECT_EQ(count(page(R"({"text":"a\n1"})"), "id=\"tool-csv\""), 0U);
}

TEST(SharePage, OffersTheSourceUnlessThatUsesAView) {
  SharedArtifact document = artifact("A/B");
  document.forms_path = "/a/art_1?token=x";
  const auto content = templates::render_content(core::Template::markdown, R"({"text":"x"})");
  const std::string source = "href=\"/a/art_1?token=x&amp;format=md\" download=\"A-B.md\"";
  EXPECT_EQ(count(share_page({}, document, content).str(), source), 1U);
  EXPECT_EQ(count(share_page({}, document, content, Presentation::embedded).str(), "tool-"), 0U);
  document.has_view_limit = true;
  EXPECT_EQ(count(share_page({}, document, content).str(), "download="), 0U);
}

TEST(SharePage, OffersTheJsonOfWhatItsTemplateCannotShow) {
  SharedArtifact chart = artifact("T");
  chart.content_template = core::Template::chart;
  chart.forms_path = "/a/art_1?token=x";
  const std::string page =
      share_page({}, chart, templates::render_content(core::Template::chart, R"({"n":1})")).str();
  EXPECT_EQ(count(page, "download=\"T.json\""), 1U);
  EXPECT_EQ(count(page, "tool-png"), 0U);
}

TEST(SharePage, HasATitleEvenIfTheArtifactHasNone) {
  EXPECT_NE(page_of("  ", R"({"text":"# Own\n\nx"})").find("<title>Own</title>"),
            std::string::npos);
  EXPECT_NE(page_of("  ", R"({"text":"x"})").find("<title>Document</title>"), std::string::npos);
  EXPECT_EQ(page_of("\t", R"({"text":"x"})").find("\t</h1>"), std::string::npos);
}

TEST(SharePage, SummaryIsTheDescriptionOrTheFirstWords) {
  SharedArtifact shown = artifact("T");
  shown.description = "About it";
  const templates::RenderedContent content =
      templates::render_content(core::Template::markdown, R"({"text":"First words"})");
  EXPECT_NE(share_page({}, shown, content).str().find("og:description\" content=\"About it\""),
            std::string::npos);
  shown.description = " \n";
  const std::string page = share_page({}, shown, content).str();
  EXPECT_NE(page.find("og:description\" content=\"First words"), std::string::npos);
  EXPECT_EQ(page.find("class=\"description\""), std::string::npos);
  EXPECT_EQ(page_of("T", R"({"text":""})").find("description"), std::string::npos);
}

// The head has them several times, and escaped.
TEST(SharePage, HeadIsShortHoweverLongTitlesAndLabelsAre) {
  const std::string text(100'000, '\'');
  const std::string vega = R"({"mark":"bar","encoding":{},"data":{"values":[{"a":1}]},)";
  const std::vector<std::pair<core::Template, std::string>> contents{
      {core::Template::chart,
       R"({"type":"bar","data":{"labels":["a",")" + text + R"("],"datasets":[{"data":[1,2]}]}})"},
      {core::Template::chart,
       R"({"type":"bar","data":{"datasets":[{"label":")" + text + R"(","data":[1,2]}]}})"},
      {core::Template::chart, R"({"type":"bar","title":")" + text + R"(","values":[1,2]})"},
      {core::Template::chart, vega + R"("title":")" + text + "\"}"},
      {core::Template::chart, vega + R"("description":")" + text + "\"}"},
      {core::Template::table, R"({"columns":[")" + text + R"("],"rows":[[")" + text + "\"]]}"},
      {core::Template::markdown, R"({"text":"# )" + text + R"(\n\n)" + text + "\"}"}};
  for (const auto& [kind, content] : contents) {
    SharedArtifact shown = artifact(std::nullopt);
    shown.content_template = kind;
    const std::string page = share_page({}, shown, templates::render_content(kind, content)).str();
    EXPECT_LT(page.find("</head>"), 20'000U) << content.substr(0, 60);
    EXPECT_GT(page.size(), text.size()) << "the content is shown in full";
  }
}

TEST(SharePage, EscapesTitleAndDescription) {
  SharedArtifact shown = artifact("\"><script>");
  shown.description = "\"><script>";
  const std::string page =
      share_page({}, shown, templates::render_content(core::Template::markdown, R"({"text":"x"})"))
          .str();
  EXPECT_EQ(page.find("><script>"), std::string::npos);
}

TEST(SharePage, SaysTheLanguageThatADocumentNames) {
  const auto article = [](const std::string& properties) {
    const std::string page = page_of("T", R"({"text":"---\n)" + properties + R"(\n---\nx"})");
    const std::size_t begin = page.find("<article");
    return page.substr(begin, page.find('>', begin) - begin);
  };
  EXPECT_EQ(article("lang: de"), R"(<article class="document" lang="de")");
  EXPECT_EQ(article("language: pt-BR"), R"(<article class="document" lang="pt-BR")");
  EXPECT_EQ(article("lang: German"), R"(<article class="document")");
  EXPECT_EQ(article("title: x"), R"(<article class="document")");
}

TEST(SharePage, ShowsAnEndWithinAWeekAndHasALaterOneInTheMenu) {
  SharedArtifact shown = artifact("T");
  const auto days_before_its_end = [&](int days) {
    shown.now = core::Timestamp::from_unix_milliseconds(shown.link_expires_at->unix_milliseconds() -
                                                        std::int64_t{days} * 86'400'000);
    return share_page({}, shown,
                      templates::render_content(core::Template::markdown, R"({"text":"x"})"))
        .str();
  };
  EXPECT_EQ(count(days_before_its_end(7), "<span class=\"until\">Link expires"), 1U);
  EXPECT_EQ(count(days_before_its_end(8), "<span class=\"until\">Link expires"), 0U);
  EXPECT_EQ(count(days_before_its_end(8), "<p>Link expires"), 1U);
}

TEST(SharePage, HighlightsOnlyCode) {
  EXPECT_EQ(page_of("T", R"({"text":"x"})").find("code_blocks"), std::string::npos);
  EXPECT_NE(page_of("T", R"({"text":"```js\nx\n```"})").find("code_blocks"), std::string::npos);
}

TEST(RenderContent, FindsTheTextUnderEachOfItsNames) {
  for (const std::string name : {"text", "markdown", "body", "content", "md", "source"}) {
    const auto content =
        templates::render_content(core::Template::markdown, "{\"" + name + "\":\"*x*\"}");
    EXPECT_NE(content.html.str().find("<em>x</em>"), std::string::npos) << name;
  }
}

TEST(RenderContent, ShowsOtherContentAsJson) {
  const auto content = templates::render_content(core::Template::chart, R"({"n":1e400,"t":"<b>"})");
  EXPECT_NE(content.html.str().find("&quot;n&quot;: 1e400,"), std::string::npos);
  EXPECT_NE(content.html.str().find("&lt;b&gt;"), std::string::npos);
}

TEST(ReadableJson, LaysOutAndChangesNothingElse) {
  EXPECT_EQ(html::readable_json(R"({"b":[1.0,{"a":"x, {y} \" :"}],"e":{ },"f":[ ],"z":null})"),
            "{\n  \"b\": [\n    1.0,\n    {\n      \"a\": \"x, {y} \\\" :\"\n    }\n  ],\n"
            "  \"e\": {},\n  \"f\": [],\n  \"z\": null\n}");
}

TEST(ReadableJson, TruncatesAfterAMegabyte) {
  const std::string text =
      html::readable_json("[" + std::string(3000000, '1') + ",2" + std::string(9, ' ') + "]");
  EXPECT_LT(text.size(), 1100000U);
  EXPECT_NE(text.find("(truncated)"), std::string::npos);
}

TEST(ReadableJson, TruncatesLongStrings) {
  std::string text = "\"";
  while (text.size() < 3000000) text += "é";
  EXPECT_LT(html::readable_json("[" + text + "\"]").size(), 1100000U);
}

TEST(PasswordPage, EscapesItsFormAction) {
  EXPECT_EQ(password_page({}, "\"><script>", PasswordProblem::none).str().find("><script>"),
            std::string::npos);
  EXPECT_NE(password_page({}, "/a", PasswordProblem::wrong).str().find("role=\"alert\""),
            std::string::npos);
}

TEST(PasswordPage, DescribesTheFieldWithTheProblem) {
  const std::string_view tie = "aria-describedby=\"problem\"";
  EXPECT_EQ(password_page({}, "/a", PasswordProblem::none).str().find(tie), std::string::npos);
  EXPECT_NE(password_page({}, "/a", PasswordProblem::wrong).str().find(tie), std::string::npos);
  EXPECT_NE(password_page({}, "/a", PasswordProblem::too_many_attempts).str().find(tie),
            std::string::npos);
}

TEST(MessagePage, HasATextForEveryMessage) {
  for (const Message message :
       {Message::not_found, Message::gone, Message::method_not_allowed, Message::bad_request,
        Message::payload_too_large, Message::unavailable, Message::internal_error})
    EXPECT_EQ(message_page({}, message).str().find("<h1></h1>"), std::string::npos);
}

TEST(SharePage, ShowsOnlyItsContentWhenEmbedded) {
  SharedArtifact shown = artifact("T");
  shown.description = "About it";
  const templates::RenderedContent content =
      templates::render_content(core::Template::markdown, R"({"text":"# Own\n\nx"})");
  const std::string page = share_page({}, shown, content, Presentation::embedded).str();
  EXPECT_NE(page.find("<h1 class=\"heard\" dir=\"auto\">T</h1>"), std::string::npos);
  EXPECT_NE(page.find("<title>T</title>"), std::string::npos);
  EXPECT_NE(page.find(">Own"), std::string::npos);
  for (const char* part : {"page-header", "page-footer", "About it", "Link expires", "og:title"})
    EXPECT_EQ(page.find(part), std::string::npos) << part;
}

TEST(SharePage, KeepsAHeadingThatEqualsTheTitleWhenEmbedded) {
  const templates::RenderedContent content =
      templates::render_content(core::Template::markdown, R"({"text":"# Same\n\nx"})");
  const std::string page = share_page({}, artifact("Same"), content, Presentation::embedded).str();
  EXPECT_EQ(count(page, "<h1"), 1U);
  EXPECT_EQ(page.find("heard"), std::string::npos);
}

TEST(PasswordPage, HasNoPasswordFieldWhenEmbedded) {
  const std::string page = embedded_password_page({}, "/a/art_1?token=x").str();
  EXPECT_EQ(page.find("<input"), std::string::npos);
  EXPECT_NE(page.find("href=\"/a/art_1?token=x\" target=\"_blank\""), std::string::npos);
}

}  // namespace
}  // namespace pages
