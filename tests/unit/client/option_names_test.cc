// What the service says of a field, in the words of the command line.
#include <gtest/gtest.h>

#include "client/service/service.h"

namespace {

using client::with_option_names;

TEST(OptionNames, TakeThePlaceOfFields) {
  EXPECT_EQ(with_option_names("expiresIn must be a duration"), "--expires must be a duration");
  EXPECT_EQ(with_option_names("/share/name must be short"), "--link-name must be short");
  EXPECT_EQ(with_option_names("maxViews must be at least 1"), "--max-views must be at least 1");
  EXPECT_EQ(with_option_names("title must be shorter"), "--title must be shorter");
  EXPECT_EQ(with_option_names("title must not be empty"), "--title must not be empty");
  EXPECT_EQ(with_option_names("metadata keys must be shorter"), "--metadata keys must be shorter");
  EXPECT_EQ(with_option_names("/share/expiresIn must be a duration"),
            "--expires must be a duration");
  EXPECT_EQ(with_option_names("/share/password is required"), "--password is required");
  EXPECT_EQ(with_option_names("No expiresIn was given, so it is \"1d\""),
            "No --expires was given, so it is \"1d\"");
  EXPECT_EQ(with_option_names("give createdAfter and createdBefore"),
            "give --created-after and --created-before");
}

TEST(OptionNames, LeaveOtherWordsAlone) {
  for (const char* const text :
       {"", " ", "the title and the password are too long", "/content/expiresIn must be a number",
        "\"expiresIn\" is no member of a chart", "expiresInside must go", "content.maxViews",
        "titles must be unique", "é expires"}) {
    EXPECT_EQ(with_option_names(text), text);
  }
  EXPECT_EQ(with_option_names("version 2 was not kept", false), "version 2 was not kept");
}

}  // namespace
