#include <gtest/gtest.h>

#include "templates/markdown/markdown.h"
#include "templates/markdown/named_texts.h"

namespace templates {
namespace {

TEST(Emoji, HasTheNamesOfGitHub) {
  EXPECT_EQ(emoji_named("tada"), "🎉");
  EXPECT_EQ(emoji_named("+1"), "👍");
  EXPECT_EQ(emoji_named("-1"), "👎");
  EXPECT_EQ(emoji_named("100"), "💯");
  EXPECT_EQ(emoji_named("1st_place_medal"), "🥇");
  EXPECT_EQ(emoji_named("satellite"), "📡");
  EXPECT_EQ(emoji_named("test_tube"), "🧪");
  EXPECT_EQ(emoji_named("de"), "🇩🇪");
  EXPECT_EQ(emoji_named("zzz"), "💤");
}

TEST(Emoji, RejectsUnknownNames) {
  for (const char* name : {"", "tad", "tadaa", "Tada", "+", "zzzz", "no such emoji"})
    EXPECT_EQ(emoji_named(name), "") << name;
}

TEST(Emoji, ShowsTheLongestNameInMarkdown) {
  const std::string page =
      render_markdown("a :hand_with_index_finger_and_thumb_crossed: b").html.str();
  EXPECT_NE(page.find("a 🫰 b"), std::string::npos) << page;
}

}  // namespace
}  // namespace templates
