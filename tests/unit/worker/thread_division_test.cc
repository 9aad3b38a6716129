#include <gtest/gtest.h>

#include "worker/services.h"

namespace worker {
namespace {

TEST(ThreadDivision, KeepsAQuarterForTheApiAndAQuarterOfTheRestForCheapPages) {
  const ThreadDivision few = divide_threads(5);
  EXPECT_EQ(few.api_only, 1U);
  EXPECT_EQ(few.costly, 3U);
  const ThreadDivision many = divide_threads(64);
  EXPECT_EQ(many.api_only, 16U);
  EXPECT_EQ(many.costly, 36U);
}

TEST(ThreadDivision, NeverLetsCostlyWorkOrPagesHoldAllOfTwoThreadsOrMore) {
  for (unsigned threads = 2; threads <= 256; ++threads) {
    const ThreadDivision division = divide_threads(threads);
    EXPECT_GE(division.api_only, 1U) << threads;
    EXPECT_LT(division.api_only, threads) << threads;
    EXPECT_GE(division.costly, 1U) << threads;
    EXPECT_LT(division.costly, threads) << threads;
  }
}

TEST(ThreadDivision, LetsOneThreadDoEverything) {
  const ThreadDivision division = divide_threads(1);
  EXPECT_EQ(division.api_only, 0U);
  EXPECT_EQ(division.costly, 1U);
}

}  // namespace
}  // namespace worker
