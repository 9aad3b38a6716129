#include "core/cpu_limit.h"

#include <thread>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace core
