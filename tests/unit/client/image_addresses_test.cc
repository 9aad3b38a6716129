#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client/documents/images.h"

namespace client {
namespace {

std::vector<std::string> texts(const std::string& document,
                               const std::vector<ImageAddress>& addresses) {
  std::vector<std::string> texts;
  for (const ImageAddress& address : addresses)
    texts.push_back(document.substr(address.begin, address.size));
  return texts;
}

std::vector<std::string> in_markdown(const std::string& document) {
  return texts(document, image_addresses_of_markdown(document));
}

std::vector<std::string> in_html(const std::string& document) {
  return texts(document, image_addresses_of_html(document));
}

using Addresses = std::vector<std::string>;

TEST(ImageAddresses, AreThoseOfImagesInMarkdown) {
  EXPECT_EQ(in_markdown("# A\n\n![x](a.png) text ![y](<b c.png> \"Title\")\n\n- ![z](d%20e.png)\n"),
            (Addresses{"a.png", "b c.png", "d%20e.png"}));
  EXPECT_EQ(in_markdown("|a|\n|---|\n|![x](a.png)|\n\n> ![y](b.png)\n"),
            (Addresses{"a.png", "b.png"}));
  EXPECT_EQ(in_markdown("![x][p] ![y][p] ![p]\n\n[p]: <a.png>\n[q]: b.png\n"), Addresses{"a.png"});
  EXPECT_EQ(in_markdown("[![x](a.png)](b.png)"), Addresses{"a.png"});
}

TEST(ImageAddresses, AreNotWhatIsNoImage) {
  EXPECT_EQ(in_markdown("`![x](a.png)`\n\n```\n![x](a.png)\n```\n\n    ![x](a.png)\n\n[x](a.png)\n"
                        "\\![x](a.png)\n\n<!-- ![x](a.png) -->\n"),
            Addresses{});
  EXPECT_EQ(in_markdown("![x]() ![y](a\\_b.png) ![z](a&amp;b.png)"), Addresses{});
  EXPECT_EQ(in_markdown(""), Addresses{});
}

TEST(ImageAddresses, AreThoseOfTagsInMarkdown) {
  EXPECT_EQ(in_markdown("<p align=\"center\">\n<img width=\"9\" src=\"a.png\">\n</p>\n\n"
                        "text <IMG SRC='b.png'/> `<img src=\"c.png\">`\n"),
            (Addresses{"a.png", "b.png"}));
}

TEST(ImageAddresses, AreThoseOfTagsInHtml) {
  EXPECT_EQ(in_html("<html><img src=\"a.png\"><img alt='<' \n src='b.png'><image src=\"c.png\">"),
            (Addresses{"a.png", "b.png"}));
  EXPECT_EQ(in_html("<img data-src=\"a.png\"><img src=a.png><img src=\"a&amp;b.png\"><img src=\""),
            Addresses{});
}

}  // namespace
}  // namespace client
