// Times on the axes of charts, in all the forms in which senders write them.
#include "templates/chart/chart_times.h"

#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "core/time.h"

namespace templates {
namespace {

std::string time_of(const std::string& text, const std::string& format = "") {
  const auto time = read_time(text, format);
  if (!time) return "none";
  return core::Timestamp::from_unix_milliseconds(static_cast<std::int64_t>(*time)).rfc3339();
}

TEST(ChartTimes, ReadsTheSendersFormat) {
  const std::map<std::string, std::map<std::string, std::string>> formats{
      {"yyyy-MM-dd", {{"2026-01-15", "2026-01-15T00:00:00.000Z"}}},
      {"YYYY-MM-DD HH:mm", {{"2026-01-15 14:30", "2026-01-15T14:30:00.000Z"}}},
      {"HH:mm", {{"09:05", "1970-01-01T09:05:00.000Z"}, {"23:59", "1970-01-01T23:59:00.000Z"}}},
      {"MMM d, yyyy", {{"Jan 15, 2026", "2026-01-15T00:00:00.000Z"}}},
      {"d MMM y", {{"1 Dec 2026", "2026-12-01T00:00:00.000Z"}}},
      {"MM/dd/yyyy", {{"12/01/2026", "2026-12-01T00:00:00.000Z"}}},
      {"d.M.yyyy", {{"1.12.2026", "2026-12-01T00:00:00.000Z"}}},
      {"d.M.yy", {{"1.12.26", "2026-12-01T00:00:00.000Z"}}},
      {"h:mm a",
       {{"2:30 pm", "1970-01-01T14:30:00.000Z"}, {"12:05 am", "1970-01-01T00:05:00.000Z"}}},
      {"yyyy-MM-dd'T'HH:mm:ss.SSS", {{"2026-01-15T10:20:30.004", "2026-01-15T10:20:30.004Z"}}},
      {"[Day] D [of] MMMM YYYY (HH:mm)",
       {{"Day 15 of January 2026 (10:20)", "2026-01-15T10:20:00.000Z"}}},
      {"yyyy年M月d日", {{"2026年12月1日", "2026-12-01T00:00:00.000Z"}}},
      {"DD T", {{"15 Jan 2026, 14:30", "2026-01-15T14:30:00.000Z"}}},
      {"MMM. d, yyyy h:mm a",
       {{"Jan. 15, 2026 2:30 p.m.", "2026-01-15T14:30:00.000Z"},
        {"Sept. 1, 2026 2:30 a.m.", "2026-09-01T02:30:00.000Z"}}},
      {"yyyyMMdd'T'HHmm", {{"20260115T1430", "2026-01-15T14:30:00.000Z"}}},
      {"LL", {{"1 December 2026", "2026-12-01T00:00:00.000Z"}}},
      {"dddd D MMM YYYY", {{"Thursday 15 Jan 2026", "2026-01-15T00:00:00.000Z"}}},
  };
  for (const auto& [format, texts] : formats)
    for (const auto& [text, time] : texts) EXPECT_EQ(time_of(text, format), time) << format;
  EXPECT_EQ(time_of("2026-01-15", "MMM d, yyyy"), "2026-01-15T00:00:00.000Z")
      << "a text that is not in the format";
  EXPECT_EQ(time_of("15 Nov", "d MMMM yyyy"), "none");
}

TEST(ChartTimes, ReadsUsualForms) {
  const std::map<std::string, std::string> times{
      {"1768472400000", "2026-01-15T10:20:00.000Z"},
      {"2026", "2026-01-01T00:00:00.000Z"},
      {"2026-01-15 02:30", "2026-01-15T02:30:00.000Z"},
      {"2026-01-15T10:00:30.5-05:00", "2026-01-15T15:00:30.500Z"},
      {"15-Jan-2026", "2026-01-15T00:00:00.000Z"},
      {"15 Jan 2026 10:00", "2026-01-15T10:00:00.000Z"},
      {"Jan 2026", "2026-01-01T00:00:00.000Z"},
      {"January 15, 2026", "2026-01-15T00:00:00.000Z"},
      {"Thu, 15 Jan 2026", "2026-01-15T00:00:00.000Z"},
      {"1/15/2026", "2026-01-15T00:00:00.000Z"},
      {"1/15/26", "2026-01-15T00:00:00.000Z"},
      {"15-JAN-26", "2026-01-15T00:00:00.000Z"},
      {"Dec 49", "2049-12-01T00:00:00.000Z"},
      {"15 Jan 50", "1950-01-15T00:00:00.000Z"},
      {"2026/01/15", "2026-01-15T00:00:00.000Z"},
  };
  for (const auto& [text, time] : times) EXPECT_EQ(time_of(text), time) << text;
  for (const std::string none :
       {"", "a", "Jan", "15 Foo 2026", "31/12/2026", "31 Feb 2026", "2026-02-30",
        "2026-01-15T25:00", "2026-01-15T10:00:00.x1", "15 Jan 2026 and more", "12345678901234567"})
    EXPECT_EQ(time_of(none), "none") << none;
}

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
