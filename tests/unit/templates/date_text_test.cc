#include <gtest/gtest.h>

#include "templates/chart/chart_content.h"

namespace templates {
namespace {

TEST(DateText, IsADayPerhapsWithATime) {
  for (const char* const text : {"2026-01-15", "2026-01-15T12:00", "2026-01-15 12:00:00Z"}) {
    EXPECT_TRUE(is_date(text)) << text;
    EXPECT_FALSE(is_month(text)) << text;
  }
}

TEST(DateText, AMonthIsNoDate) {
  EXPECT_TRUE(is_month("2026-01"));
  EXPECT_FALSE(is_date("2026-01"));
}

TEST(DateText, OtherTextsAreNeither) {
  for (const char* const text : {"", "2026", "2026-1", "2026-01-", "2026-01-1", "2026/01/15",
                                 "2026-01-15x", "15-01-2026", "January", "Q1-2026"}) {
    EXPECT_FALSE(is_date(text)) << text;
    EXPECT_FALSE(is_month(text)) << text;
  }
}

}  // namespace
}  // namespace templates
