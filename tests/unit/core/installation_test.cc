#include "core/installation.h"

#include <gtest/gtest.h>

namespace core {
namespace {

std::string problem_of_color(const char* text, ColorScheme scheme) {
  const auto color = parse_link_color(text, scheme);
  return color ? std::string() : color.error().message;
}

TEST(Installation, TakesColorsThatCanBeRead) {
  EXPECT_EQ(*parse_link_color("#0B5BD3", ColorScheme::light), "#0b5bd3");
  EXPECT_EQ(*parse_link_color("#79b0ff", ColorScheme::dark), "#79b0ff");
  // Its contrast to white is 4.48.
  EXPECT_EQ(problem_of_color("#777777", ColorScheme::light),
            "must have a contrast of at least 4.5 to #ffffff, a background of light pages; #777777 "
            "has 4.4. Choose a darker colour");
  // To white it is 4.54, so the grey areas decide.
  EXPECT_EQ(problem_of_color("#767676", ColorScheme::light),
            "must have a contrast of at least 4.5 to #f5f7f9, a background of light pages; #767676 "
            "has 4.2. Choose a darker colour");
  EXPECT_NE(problem_of_color("#0b5bd3", ColorScheme::dark).find("Choose a lighter colour"),
            std::string::npos);
  for (const char* const wrong : {"", "red", "#fff", "#0b5bd", "#0b5bd33", "#0b5bdg", "0b5bd3a"})
    EXPECT_NE(problem_of_color(wrong, ColorScheme::light).find("such as #0b5bd3"),
              std::string::npos)
        << wrong;
}

TEST(Installation, HasAStylesheetOnlyForColorsOfItsOwn) {
  EXPECT_FALSE(stylesheet_of("", ""));
  EXPECT_EQ(stylesheet_of("#111111", "")->data, ":root {\n  --own-link: #111111;\n}\n");
  EXPECT_NE(stylesheet_of("#111111", "")->address, stylesheet_of("#222222", "")->address);
}

TEST(Installation, ReadsLabelsAndAddressesOfLinks) {
  const auto links =
      parse_footer_links(" Imprint https://a.example/imprint  Report abuse mailto:abuse@a.example");
  ASSERT_TRUE(links);
  ASSERT_EQ(links->size(), 2U);
  EXPECT_EQ(links->at(0).label, "Imprint");
  EXPECT_EQ(links->at(0).address, "https://a.example/imprint");
  EXPECT_EQ(links->at(1).label, "Report abuse");
  EXPECT_EQ(links->at(1).address, "mailto:abuse@a.example");
  EXPECT_TRUE(parse_footer_links("")->empty());
  for (const char* const wrong : {"https://a.example", "Imprint", "Imprint http://a.example",
                                  "Imprint javascript:alert(1)", "Imprint https://",
                                  "A https://a B https://a C https://a D https://a E https://a F "
                                  "https://a G https://a"})
    EXPECT_FALSE(parse_footer_links(wrong)) << wrong;
}

TEST(Installation, TakesALogoAsSvg) {
  const auto logo = read_logo("\n<?xml version=\"1.0\"?><svg xmlns=\"x\"/>");
  ASSERT_TRUE(logo);
  EXPECT_EQ(logo->media_type, "image/svg+xml");
  for (const std::string& wrong : {std::string("<html></html>"), std::string("GIF89a"),
                                   std::string(), "<svg>" + std::string(70000, ' ')})
    EXPECT_FALSE(read_logo(wrong)) << wrong.substr(0, 20);
}

TEST(Installation, HasANameOfOneLine) {
  EXPECT_TRUE(parse_installation_name("Büro & Töchter"));
  EXPECT_FALSE(parse_installation_name(""));
  EXPECT_FALSE(parse_installation_name("a\tb"));
  EXPECT_FALSE(parse_installation_name(std::string(61, 'a')));
}

TEST(Installation, HasAHomePageOrLeadsElsewhere) {
  EXPECT_TRUE(parse_home_page("on")->is_there);
  EXPECT_FALSE(parse_home_page("off")->is_there);
  for (const char* elsewhere : {"/dashboard", "https://lamps.example/share?a=b"})
    EXPECT_EQ(parse_home_page(elsewhere)->elsewhere, elsewhere);
  for (const char* wrong : {"", "yes", "/", "//evil.example", "/\\evil.example", "http://a.example",
                            "https://", "javascript:alert(1)", "/a b", "/a\r\nX: y"})
    EXPECT_FALSE(parse_home_page(wrong)) << wrong;
}

}  // namespace
}  // namespace core
