#include "core/cpu_limit.h"

#include <array>
#include <thread>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace core {
namespace {

using std::chrono::milliseconds;

// Works until the limit ends it.
void work() {
  for (;;) CpuLimit::check();
}

bool is_ended() {
  try {
    CpuLimit::check();
  } catch (const CpuLimit::UsedUp&) {
    return true;
  }
  return false;
}

TEST(CpuLimit, EndsWorkOnce) {
  EXPECT_FALSE(is_ended());
  {
    const CpuLimit limit(milliseconds(20));
    EXPECT_FALSE(limit.is_used_up());
    EXPECT_THROW(work(), CpuLimit::UsedUp);
    EXPECT_TRUE(limit.is_used_up());
    EXPECT_GE(limit.used(), milliseconds(20));
    EXPECT_FALSE(is_ended());
  }
  EXPECT_FALSE(is_ended());
}

TEST(CpuLimit, EndsWorkAtOnceWithoutAnyTime) {
  const CpuLimit limit(milliseconds(0));
  EXPECT_TRUE(is_ended());
}

TEST(CpuLimit, CountsOnlyWhatTheThreadWorks) {
  const CpuLimit limit(milliseconds(50));
  std::this_thread::sleep_for(milliseconds(100));
  std::thread([] {
    const CpuLimit other(milliseconds(100));
    EXPECT_THROW(work(), CpuLimit::UsedUp);
  }).join();
  EXPECT_FALSE(is_ended());
  std::thread([] { EXPECT_FALSE(is_ended()); }).join();
}

TEST(CpuLimit, GoesOnWhereAnInnerOneEnds) {
  const CpuLimit outer(milliseconds(50));
  {
    const CpuLimit inner(milliseconds(0));
    EXPECT_TRUE(is_ended());
    EXPECT_FALSE(is_ended());
  }
  EXPECT_FALSE(outer.is_used_up());
  EXPECT_THROW(work(), CpuLimit::UsedUp);
  EXPECT_TRUE(outer.is_used_up());
}

TEST(CpuLimit, EndsAnInnerOneWithTheOuterOne) {
  const CpuLimit outer(milliseconds(20));
  {
    const CpuLimit inner(milliseconds(10'000));
    EXPECT_THROW(work(), CpuLimit::UsedUp);
    EXPECT_TRUE(inner.is_used_up());
    EXPECT_LT(inner.used(), milliseconds(1000));
  }
  EXPECT_TRUE(outer.is_used_up());
  EXPECT_FALSE(is_ended());
}

TEST(CpuLimit, EndsWorkForACallerThatHasGone) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  {
    const CallerSocket caller(ends[0]);
    const CpuLimit watching(milliseconds(10'000), CpuLimit::Caller::is_watched);
    ASSERT_EQ(write(ends[1], "x", 1), 1);  // what it sends is no sign that it has gone
    EXPECT_FALSE(CallerSocket::is_closed());
    close(ends[1]);
    {
      const CpuLimit inner(milliseconds(10'000));
      EXPECT_THROW(work(), CpuLimit::UsedUp);
    }
    EXPECT_THROW(work(), CpuLimit::UsedUp);
    EXPECT_LT(watching.used(), milliseconds(1000));
  }
  {
    const CallerSocket caller(ends[0]);
    const CpuLimit unconcerned(milliseconds(20));
    EXPECT_THROW(work(), CpuLimit::UsedUp);
    EXPECT_GE(unconcerned.used(), milliseconds(20));
  }
  EXPECT_EQ(CallerSocket::current(), -1);
  EXPECT_FALSE(CallerSocket::is_closed());
  close(ends[0]);
}

}  // namespace
}  // namespace core
