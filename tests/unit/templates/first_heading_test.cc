#include <ctime>
#include <string>

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "templates/markdown/headings.h"
#include "templates/markdown/markdown.h"

namespace templates {
namespace {

std::string rendered_heading(const std::string& source) {
  std::string line;
  const auto headings = render_markdown(source).headings;
  if (headings.empty()) return line;
  for (const std::string& word : core::split_words(headings.front().text))
    line += (line.empty() ? "" : " ") + word;
  return line;
}

TEST(FirstHeading, IsWhatTheDocumentShows) {
  for (const std::string source : {"# Title",
                                   "## Title\r\ntext",
                                   "###### Title",
                                   "####### Title",
                                   "#Title",
                                   "# ",
                                   "#",
                                   "",
                                   "# Title #",
                                   "# Title ##\n",
                                   "#\tTitle",
                                   " # Title",
                                   "\n# Title",
                                   "text\n\n# Title",
                                   "# Title\n===\n",
                                   "# \xc3\x9c"
                                   "ber  uns \n",
                                   "# www.example.com",
                                   "# a@example.com",
                                   "# $x$ and :smile:",
                                   "# \xee\x80\x80",
                                   "# A\xc2\xa0z",
                                   "```\n# code\n```\n# Title"})
    EXPECT_EQ(first_heading(source), rendered_heading(source)) << source;
}

TEST(FirstHeading, IsFoundBelowALargePicture) {
  const std::string url = "data:image/png;base64," + std::string(100000, 'A');
  EXPECT_EQ(first_heading("![Logo](" + url + ")\n\n# Title\n"), "Title");
  EXPECT_EQ(first_heading("# Of " + url), "Of data:image/png;base64,…");
}

TEST(FirstHeading, IsWhatTheDocumentShowsWithAnyTwoCharactersOfAscii) {
  for (char first = ' '; first <= '~'; ++first) {
    for (char second = ' '; second <= '~'; ++second) {
      const std::string source =
          std::string("# x") + first + second + "y " + second + " z" + first + "\n\ntext\n";
      ASSERT_EQ(first_heading(source), rendered_heading(source)) << source;
    }
  }
}

TEST(FirstHeading, OfAnyLengthIsCutWithoutLookingAtAllOfIt) {
  std::string start = "# ";
  for (int i = 0; i < 100; ++i) start += "Überall ";
  const std::string cut = first_heading(start);
  EXPECT_EQ(core::count_code_points(cut), 255U);
  const std::clock_t before = std::clock();
  // Cutting off one character at a time took 13 seconds for a fortieth of this.
  EXPECT_EQ(first_heading(start + std::string(std::size_t{8} << 20, 'a')), cut);
  EXPECT_LT(std::clock() - before, 5 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace templates
