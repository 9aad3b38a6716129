#include <array>

#include <gtest/gtest.h>

#include "html/url.h"

namespace html {
namespace {

// The addresses in a text, as "[https://…]" in it; those of mail with their scheme.
std::string linked(std::string_view text) {
  std::string marked;
  std::size_t done = 0;
  while (const auto link = find_autolink(text, done)) {
    const std::string_view written = text.substr(link->begin, link->end - link->begin);
    marked.append(text.substr(done, link->begin - done));
    marked.append("[").append(link->url == written ? written : link->url).append("]");
    done = link->end;
  }
  return marked.append(text.substr(done));
}

struct Case {
  std::string_view text;
  std::string_view linked;
};

TEST(Autolink, MayStandBehindEverythingButALetter) {
  constexpr auto kCases = std::to_array<Case>({
      {"\"https://e.example/a\"", "\"[https://e.example/a]\""},
      {"\"https://e.example/a\", b", "\"[https://e.example/a]\", b"},
      {"{\"u\":\"https://e.example/a\",\"b\":1}", "{\"u\":\"[https://e.example/a]\",\"b\":1}"},
      {"'https://e.example/a' b", "'[https://e.example/a]' b"},
      {"'https://e.example/a'b", "'[https://e.example/a]'b"},
      {"a:https://e.example/a", "a:[https://e.example/a]"},
      {"a=https://e.example/a", "a=[https://e.example/a]"},
      {"a,https://e.example/a,b", "a,[https://e.example/a,b]"},
      {"“https://e.example/a” b", "“[https://e.example/a]” b"},
      {"“https://e.example/a”。", "“[https://e.example/a]”。"},
      {"„https://e.example/a“ b", "„[https://e.example/a]“ b"},
      {"«https://e.example/a».", "«[https://e.example/a]»."},
      {"»https://e.example/a«", "»[https://e.example/a]«"},
      {"‹https://e.example/a›", "‹[https://e.example/a]›"},
      {"‘https://e.example/a’是", "‘[https://e.example/a]’是"},
      {"‘https://e.example/a’.", "‘[https://e.example/a]’."},
      {"a—https://e.example/a", "a—[https://e.example/a]"},
      {"•https://e.example/a", "•[https://e.example/a]"},
      {"见https://e.example/a，次", "见[https://e.example/a]，次"},
      {"を見るhttps://e.example", "を見る[https://e.example]"},
      {"[https://e.example/a", "[[https://e.example/a]"},
      {"|https://e.example/a", "|[https://e.example/a]"},
      {"/https://e.example/a", "/[https://e.example/a]"},
      {"1https://e.example/a", "1[https://e.example/a]"},
      {"xhttps://e.example/a", "xhttps://e.example/a"},
      {"(https://e.example/a_(b))", "([https://e.example/a_(b)])"},
      {"https://e.example/L’Avare", "[https://e.example/L’Avare]"},
  });
  for (const Case& one : kCases) EXPECT_EQ(linked(one.text), one.linked);
}

TEST(Autolink, GoesOnBehindHostAndPortOnlyWithAPathAQueryOrAFragment) {
  constexpr auto kCases = std::to_array<Case>({
      {"https://e.example;end>", "[https://e.example];end>"},
      {"https://e.example:443;end", "[https://e.example:443];end"},
      {"https://e.example:end/a", "[https://e.example]:end/a"},
      {"https://e.example:99999/a", "[https://e.example]:99999/a"},
      {"https://e.example:443?a", "[https://e.example:443?a]"},
      {"https://e.example#a;b", "[https://e.example#a;b]"},
      {"www.e.example|a", "[http://www.e.example]|a"},
  });
  for (const Case& one : kCases) EXPECT_EQ(linked(one.text), one.linked);
}

TEST(Autolink, MayBeOfAHostWithoutAPeriodBehindAScheme) {
  constexpr auto kCases = std::to_array<Case>({
      {"http://localhost:3000", "[http://localhost:3000]"},
      {"http://localhost:3000/a?b=c.", "[http://localhost:3000/a?b=c]."},
      {"http://nas/", "[http://nas/]"},
      {"(http://nas)", "([http://nas])"},
      {"HTTPS://nas-2/a", "[HTTPS://nas-2/a]"},
      {"http://127.0.0.1:80/", "[http://127.0.0.1:80/]"},
      {"www.", "www."},
      {"www", "www"},
      {"http://", "http://"},
      {"http:///a", "http:///a"},
      {"http://…", "http://…"},
      {"http://-a", "http://-a"},
      {"http://<host>/", "http://<host>/"},
      {"http://a_b/", "http://a_b/"},
      {"http://a..b/", "http://a..b/"},
  });
  for (const Case& one : kCases) EXPECT_EQ(linked(one.text), one.linked);
}

TEST(Autolink, IsOneAddressWithItsUser) {
  constexpr auto kCases = std::to_array<Case>({
      {"https://user@e.example/p", "[https://user@e.example/p]"},
      {"https://user_name@e.example/p", "[https://user_name@e.example/p]"},
      {"https://u:p@nas:80/p", "[https://u:p@nas:80/p]"},
      {"https://a@b@e.example", "[https://a@b@e.example]"},
      {"https://e.example/@user and a@e.example",
       "[https://e.example/@user] and [mailto:a@e.example]"},
      {"https://@/", "https://@/"},
      {"a@e.example", "[mailto:a@e.example]"},
      {"@types/node@20.1", "@types/node@20.1"},
  });
  for (const Case& one : kCases) EXPECT_EQ(linked(one.text), one.linked);
}

}  // namespace
}  // namespace html
