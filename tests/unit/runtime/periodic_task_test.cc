#include "runtime/periodic_task.h"

#include <atomic>
#include <chrono>

#include <gtest/gtest.h>

namespace runtime {
namespace {

TEST(PeriodicTask, CallsItsFunctionAgainAndAgain) {
  std::atomic<int> calls = 0;
  const PeriodicTask task(std::chrono::milliseconds(1), [&] {
    ++calls;
    calls.notify_all();
  });
  for (int seen = 0; seen < 3; seen = calls) calls.wait(seen);
}

TEST(PeriodicTask, CallsItAtOnceAndStopsWithoutWaitingForTheNextTime) {
  std::atomic<int> calls = 0;
  {
    const PeriodicTask task(std::chrono::hours(1), [&] {
      ++calls;
      calls.notify_all();
    });
    calls.wait(0);
  }
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace runtime
