#include <array>
#include <string_view>

#include <gtest/gtest.h>

#include "fcgi/content_negotiation.h"

namespace fcgi {
namespace {

double quality(std::string_view accept, std::string_view type) {
  return preference_for(accept, type).quality;
}

TEST(AcceptHeader, IsDecidedByTheMostSpecificRange) {
  // The example of RFC 9110, 12.5.1, but for the levels of HTML.
  constexpr std::string_view kAccept =
      "text/*;q=0.3, text/plain;q=0.7, text/plain;format=fixed;q=0.4, */*;q=0.5";
  EXPECT_EQ(quality(kAccept, "text/plain"), 0.7);
  EXPECT_EQ(quality(kAccept, "text/html"), 0.3);
  EXPECT_EQ(quality(kAccept, "image/jpeg"), 0.5);
  EXPECT_EQ(quality("text/html;q=0, */*", "text/html"), 0);
  EXPECT_EQ(quality("*/*, text/html;q=0", "text/html"), 0);
  EXPECT_EQ(quality("text/*;q=0, */*", "text/csv"), 0);
  EXPECT_EQ(quality("text/html", "text/csv"), 0);
  EXPECT_GT(preference_for("text/csv, */*", "text/csv"),
            preference_for("text/csv, */*", "text/html"));
}

TEST(AcceptHeader, ReadsParametersWhateverTheirCase) {
  EXPECT_EQ(quality("Text/HTML ; Charset=utf-8 ; Q=0.5", "text/html"), 0.5);
  EXPECT_EQ(quality("text/html;q=0.5;q=0.25", "text/html"), 0.25);
  for (const char* none : {"text/html;q=", "text/html;q=x", "text/html;q=nan", "text/html;q=-1",
                           "text/html;q=0.000", ",", "", "text", "/"})
    EXPECT_EQ(quality(none, "text/html"), 0) << none;
  for (const char* all : {"text/html;q=2", "text/html;q=inf", "*", ", ,text/html,", "text/html;"})
    EXPECT_EQ(quality(all, "text/html"), 1) << all;
}

TEST(AcceptHeader, TellsRawFormsFromOthers) {
  EXPECT_EQ(preference_for_raw("text/csv;header=present;raw=1;q=0.5", "text/csv").quality, 0.5);
  EXPECT_EQ(quality("text/csv;raw=1, */*;q=0.1", "text/csv"), 0.1);
  EXPECT_FALSE(preference_for_raw("text/csv;raw=0, */*", "text/csv").is_wanted());
}

TEST(AcceptHeader, SaysWhetherATypeIsNamed) {
  EXPECT_TRUE(names_type("*/*, text/html;q=0.1", "text/html"));
  for (const char* not_named : {"*/*", "text/*", "text/html;q=0, */*", "text/html;q=0"})
    EXPECT_FALSE(names_type(not_named, "text/html")) << not_named;
}

TEST(AcceptHeader, SaysWhetherACodingIsAccepted) {
  for (const char* accepted : {"*", "br, *;q=0.5", "*;q=0, gzip"})
    EXPECT_TRUE(accepts_coding(accepted, "gzip")) << accepted;
  for (const char* not_accepted : {"gzip;q=0, *", "*;q=0"})
    EXPECT_FALSE(accepts_coding(not_accepted, "gzip")) << not_accepted;
}

TEST(AcceptHeader, SaysWhichLanguageIsPreferred) {
  constexpr std::array<std::string_view, 3> kTags{"en", "de", "fr"};
  for (const char* german :
       {"de", "DE-at,en", "en;q=0.5, de", "it, de;q=0.1", "fr;q=0, de", "de,fr"})
    EXPECT_EQ(preferred_language(german, kTags), 1) << german;
  for (const char* english : {"", "*", "it", "den", "en, de", "de;q=x", "de;q=0"})
    EXPECT_EQ(preferred_language(english, kTags), 0) << english;
}

}  // namespace
}  // namespace fcgi
