#include <gtest/gtest.h>

#include "templates/markdown/named_texts.h"

namespace templates {
namespace {

TEST(Entity, DecodesTheExamplesOfCommonMark) {
  EXPECT_EQ(decode_entity("&nbsp;"), "\u00a0");
  EXPECT_EQ(decode_entity("&amp;"), "&");
  EXPECT_EQ(decode_entity("&copy;"), "©");
  EXPECT_EQ(decode_entity("&AElig;"), "Æ");
  EXPECT_EQ(decode_entity("&Dcaron;"), "Ď");
  EXPECT_EQ(decode_entity("&frac34;"), "¾");
  EXPECT_EQ(decode_entity("&HilbertSpace;"), "ℋ");
  EXPECT_EQ(decode_entity("&DifferentialD;"), "ⅆ");
  EXPECT_EQ(decode_entity("&ClockwiseContourIntegral;"), "∲");
}

TEST(Entity, DecodesNamesOfTwoCodePoints) {
  EXPECT_EQ(decode_entity("&ngE;"), "≧̸");
  EXPECT_EQ(decode_entity("&fjlig;"), "fj");
}

TEST(Entity, DecodesWhatHasAMeaningInMarkupOrCode) {
  EXPECT_EQ(decode_entity("&colon;"), ":");
  EXPECT_EQ(decode_entity("&Tab;"), "\t");
  EXPECT_EQ(decode_entity("&NewLine;"), "\n");
  EXPECT_EQ(decode_entity("&quot;"), "\"");
  EXPECT_EQ(decode_entity("&QUOT;"), "\"");
  EXPECT_EQ(decode_entity("&bsol;"), "\\");
}

TEST(Entity, DecodesTheFirstAndTheLastName) {
  EXPECT_EQ(decode_entity("&AElig;"), "Æ");
  EXPECT_EQ(decode_entity("&zwnj;"), "\u200c");
}

TEST(Entity, RejectsUnknownNames) {
  for (const char* reference : {"&AEli;", "&AEligg;", "&aelIg;", "&;", "&A;", "&zz;", "&zwnjj;",
                                "&copy", "copy;", "&copy ;", "&ThisIsNotDefined;", "&hi?;", ""})
    EXPECT_EQ(decode_entity(reference), std::nullopt) << reference;
}

TEST(Entity, DecodesNumbers) {
  EXPECT_EQ(decode_entity("&#35;"), "#");
  EXPECT_EQ(decode_entity("&#1234;"), "Ӓ");
  EXPECT_EQ(decode_entity("&#X22;"), "\"");
  EXPECT_EQ(decode_entity("&#xcab;"), "ಫ");
  EXPECT_EQ(decode_entity("&#0;"), "\ufffd");
  EXPECT_EQ(decode_entity("&#xd800;"), "\ufffd");
  EXPECT_EQ(decode_entity("&#x110000;"), "\ufffd");
  EXPECT_EQ(decode_entity("&#;"), std::nullopt);
  EXPECT_EQ(decode_entity("&#x;"), std::nullopt);
  EXPECT_EQ(decode_entity("&#12a;"), std::nullopt);
}

}  // namespace
}  // namespace templates
