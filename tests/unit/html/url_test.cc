#include "html/url.h"

#include <gtest/gtest.h>

namespace html {
namespace {

TEST(LinkUrl, MayBeOfTheWebOrMailOrRelative) {
  for (const std::string url :
       {"https://example.com/a?b=c#d", "http://example.com", "HTTPS://EXAMPLE.COM",
        "mailto:a@b.example", "#part", "/path", "path/to:that", "?query", "a", "./a", "/a//b"})
    EXPECT_EQ(safe_link_url(url), url);
}

TEST(LinkUrl, OfAnotherSchemeIsRefusedHoweverItIsWritten) {
  using std::string_literals::operator""s;
  for (const std::string& url : {"javascript:alert(1)"s,
                                 "JavaScript:alert(1)"s,
                                 " javascript:alert(1)"s,
                                 "\x01javascript:alert(1)"s,
                                 "java\tscript:alert(1)"s,
                                 "java\nscript:alert(1)"s,
                                 "java\r\nscript:alert(1)"s,
                                 "\tjavascript:x"s,
                                 "javascript\t:x"s,
                                 "data:text/html,x"s,
                                 "vbscript:x"s,
                                 "file:///etc/passwd"s,
                                 "blob:x"s,
                                 "feed:https://x"s,
                                 "view-source:x"s,
                                 "ftp://example.com"s,
                                 "java\0script:x"s,
                                 "\0javascript:x"s,
                                 "https\x01://x"s,
                                 ":x"s,
                                 ""s,
                                 " "s})
    EXPECT_FALSE(safe_link_url(url)) << url;
}

TEST(LinkUrl, NamesNoOtherHostWithoutAScheme) {
  for (const std::string url : {"//evil.example", "/\\evil.example", "\\\\evil.example",
                                "\\/evil.example", "/\t/evil.example", " //evil.example"})
    EXPECT_FALSE(safe_link_url(url)) << url;
}

TEST(ImageUrl, MustBeHttps) {
  EXPECT_TRUE(safe_image_url("https://example.com/x.png"));
  for (const std::string url : {"http://example.com/x.png", "data:image/png;base64,AA==", "/x.png",
                                "x.png", "//example.com/x.png", "javascript:x", ""})
    EXPECT_FALSE(safe_image_url(url)) << url;
}

TEST(Url, HasAnOriginThatAPolicyCanName) {
  EXPECT_EQ(https_origin("https://a.example"), "https://a.example");
  EXPECT_EQ(https_origin("HTTPS://A-1.example/x?y#z"), "https://A-1.example");
  EXPECT_EQ(https_origin("https://a.example:8443/x"), "https://a.example:8443");
  EXPECT_EQ(https_origin("https://a.example:/x"), "https://a.example");
  EXPECT_EQ(https_origin("https://127.0.0.1?x"), "https://127.0.0.1");
}

TEST(Url, HasNoOriginWhereAPolicyCouldBeMisled) {
  for (const char* url : {"http://a.example",
                          "https:a.example",
                          "https:///a",
                          "https://",
                          "https://[::1]/",
                          "https://a.example;script-src",
                          "https://a b",
                          "https://*",
                          "https://*.example",
                          "https://a.example,b",
                          "https://user@a.example",
                          "https://a..example",
                          "https://a.example.",
                          "https://.a",
                          "https://a:x",
                          "https://a:123456",
                          "https://a:1:2",
                          "https://m\xc3\xbcll.example",
                          "https://a.example'none'",
                          "ftp://a.example",
                          "//a.example",
                          ""})
    EXPECT_EQ(https_origin(url), std::nullopt) << url;
}

}  // namespace
}  // namespace html
