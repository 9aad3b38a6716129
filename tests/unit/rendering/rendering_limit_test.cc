#include <ctime>

#include <gtest/gtest.h>

#include "rendering/artifact_renderer.h"

namespace rendering {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kNothing{0};
constexpr milliseconds kMedium{60};
constexpr milliseconds kMost{200};
constexpr milliseconds kTooMuch{100'000};

std::chrono::nanoseconds cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

class RenderingLimitTest : public testing::Test {
 protected:
  // What is rendered if it takes this much CPU time: "page", or "source" where a limit ends it.
  auto work(milliseconds needed) {
    return [this, needed]() -> std::string {
      ++runs_;
      try {
        for (const auto end = cpu_time() + needed; cpu_time() < end;) core::CpuLimit::check();
        core::CpuLimit::check();
      } catch (const core::CpuLimit::UsedUp&) {
        return "source";
      }
      return "page";
    };
  }
  std::string without_turn(milliseconds needed, std::int64_t revision = 1) {
    return limit_.run_without_turn({kName, revision}, work(needed)).value_or("needs a turn");
  }
  std::string with_turn(milliseconds needed, std::int64_t revision = 1) {
    return limit_.run_with_turn({kName, revision}, work(needed));
  }

  const std::string kName = "page:1";
  RenderingLimit limit_{kMost};
  int runs_ = 0;
};

TEST_F(RenderingLimitTest, CheapWorkNeedsNoTurn) {
  EXPECT_EQ(without_turn(kNothing), "page");
  EXPECT_EQ(without_turn(kNothing), "page");
}

TEST_F(RenderingLimitTest, WorkThatTakesLongNeedsATurnFromThenOn) {
  EXPECT_EQ(without_turn(kMedium), "needs a turn");
  EXPECT_EQ(with_turn(kMedium), "page");
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(without_turn(kMedium), "needs a turn");
  EXPECT_EQ(runs_, 2);
}

TEST_F(RenderingLimitTest, WorkThatTakesTooLongEndsAndIsNotRepeated) {
  const auto begin = cpu_time();
  EXPECT_EQ(without_turn(kTooMuch), "needs a turn");
  EXPECT_LT(cpu_time() - begin, kMost);
  EXPECT_EQ(with_turn(kTooMuch), "source");
  const auto known = cpu_time();
  EXPECT_EQ(without_turn(kTooMuch), "source");
  EXPECT_LT(cpu_time() - known, milliseconds(10));
  EXPECT_EQ(with_turn(kTooMuch), "source");
}

TEST_F(RenderingLimitTest, AnotherRevisionIsTriedAgain) {
  EXPECT_EQ(with_turn(kTooMuch), "source");
  EXPECT_EQ(without_turn(kNothing, 2), "page");
  EXPECT_EQ(without_turn(kMedium, 3), "needs a turn");
  EXPECT_EQ(with_turn(kMedium, 3), "page");
}

}  // namespace
}  // namespace rendering
