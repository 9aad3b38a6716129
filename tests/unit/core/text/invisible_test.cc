#include <map>
#include <string>

#include <gtest/gtest.h>

#include "core/text/text.h"

namespace core {
namespace {

TEST(Invisible, TellsTheBytesOfACharacterThatCannotBeSeen) {
  EXPECT_EQ(invisible_length("\u00ad-"), 2U);
  EXPECT_EQ(invisible_length("\u061c-"), 2U);
  EXPECT_EQ(invisible_length("\U000e0041-"), 4U);
  for (const char* const text : {"\u180e", "\u200b", "\u200f", "\u202a", "\u202e", "\u2060",
                                 "\u2069", "\u206a", "\u3164", "\ufe0f", "\ufeff", "\ufffb"})
    EXPECT_EQ(invisible_length(text), 3U) << text;
  for (const char* const text : {"", "a", " ", "\u00ae", "\u2010", "\u202f", "\u2070", "\u3000",
                                 "\u20ac", "\u0600", "\ufffd", "\U0001f600", "\xe2\x80"})
    EXPECT_EQ(invisible_length(text), 0U) << text;
}

TEST(Invisible, TellsATextWithoutAnythingToSee) {
  for (const char* const text :
       {"", " \t\n", "\u200b", "\u00ad", "\u3000 \u00a0", " \ufeff\u202e "})
    EXPECT_TRUE(is_blank(text)) << text;
  for (const char* const text : {"a", "\u200ba", "\u00ae", " \u2010"})
    EXPECT_FALSE(is_blank(text)) << text;
}

TEST(Invisible, NamesTheCharacterThatANameHides) {
  for (const auto& [name, hidden] :
       std::map<std::string, std::string>{{"Acme\u202egnp.exe", "U+202E"},
                                          {"Cl\u200baude", "U+200B"},
                                          {"Cl\u200daude", "U+200D"},
                                          {"\u00e9\u200d", "U+200D"},
                                          {"\u00e9\u200d\u200d\u00e9", "U+200D"},
                                          {"Claude\ufe0f", "U+FE0F"},
                                          {"\u00e9\ufe0f\ufe0f", "U+FE0F"},
                                          {"A\u00adB", "U+00AD"},
                                          {"A\U000e0042", "U+E0042"},
                                          {"\u3164", "U+3164"}}) {
    EXPECT_EQ(hidden_character(name), hidden);
    EXPECT_NE(with_hidden_characters_shown(name).find('[' + hidden + ']'), std::string::npos);
  }
  EXPECT_EQ(with_hidden_characters_shown("Acme\u202egnp"), "Acme[U+202E]gnp");
}

TEST(Invisible, IsPartOfWordsAndEmojiBetweenCharactersBeyondAscii) {
  // Persian, Sinhala, a woman technologist, a heart on fire.
  for (const char* const name :
       {"", "Acme Ltd.", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\U0001f469\u200d\U0001f4bb team",
        "\u2764\ufe0f\u200d\U0001f525", "\u0417\u0430\u0432\u043e\u0434"}) {
    EXPECT_FALSE(hidden_character(name)) << name;
    EXPECT_EQ(with_hidden_characters_shown(name), name);
  }
}

}  // namespace
}  // namespace core
