#include "html/html.h"

#include <gtest/gtest.h>

namespace html {
namespace {

TEST(Html, EscapesTextForElementsAndQuotedAttributes) {
  EXPECT_EQ(Html::text(R"(<a href="x" title='y'>&)").str(),
            "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
  EXPECT_EQ(Html::text("").str(), "");
  EXPECT_EQ(Html::text("plain é 😀").str(), "plain é 😀");
}

TEST(Html, LeavesAllOtherBytesUnchanged) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = "a" + std::string(1, static_cast<char>(byte)) + "z";
    const bool is_special = std::string_view("&<>\"'").find(text[1]) != std::string_view::npos;
    EXPECT_EQ(Html::text(text).str() == text, !is_special) << byte;
  }
}

TEST(Html, KeepsCarriageReturnsInExactText) {
  EXPECT_EQ(Html::exact_text("<a>\r\nb\r").str(), "&lt;a&gt;&#13;\nb&#13;");
  EXPECT_EQ(Html::exact_text("").str(), "");
  EXPECT_EQ(Html::text("a\r\nb").str(), "a\r\nb");
}

TEST(Html, FillsPlaceholdersEscapingTextAndKeepingHtml) {
  const std::string user = "<b>";
  const Html inner = format("<i>{}</i>", user);
  EXPECT_EQ(format("<p title=\"{}\">{}{}</p>", "a\"b", inner, user).str(),
            "<p title=\"a&quot;b\"><i>&lt;b&gt;</i>&lt;b&gt;</p>");
}

TEST(Html, IgnoresBracesInValues) { EXPECT_EQ(format("{}-{}", "{}", "{0}").str(), "{}-{0}"); }

TEST(Html, DataForScriptsCannotEndItsElement) {
  Html data;
  data.append_script_data(R"({"a<":"</script><!--&"})");
  EXPECT_EQ(data.str(), R"({"a\u003c":"\u003c/script>\u003c!--&"})");
}

}  // namespace
}  // namespace html
