// What the work for a request costs, with and without a turn, and on which thread it is done.
#include "core/work_meter.h"

#include <chrono>
#include <ctime>
#include <thread>

#include <gtest/gtest.h>

#include "runtime/admission.h"

namespace {

using core::WorkMeter;
using namespace std::chrono_literals;

std::chrono::nanoseconds thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

void use(std::chrono::nanoseconds time) {
  for (const auto end = thread_time() + time; thread_time() < end;) {
  }
}

runtime::Admission::Turn turn_of(runtime::Admission& admission) {
  return *admission.enter(runtime::CostlyWork::rendering, std::string("account"));
}

TEST(WorkMeter, TellsApartWhatIsUsedWithATurn) {
  runtime::Admission admission({});
  WorkMeter meter;
  use(2ms);
  {
    const auto turn = turn_of(admission);
    use(10ms);
  }
  use(2ms);
  const auto cost = meter.cost();
  EXPECT_GE(cost.with_turn, 10ms);
  EXPECT_GE(cost.without_turn, 4ms);
  EXPECT_LT(cost.without_turn, 10ms);
  EXPECT_EQ(cost.in_transactions, 0ns);
}

TEST(WorkMeter, IncludesWorkThatGoesOnOnAnotherThread) {
  runtime::Admission admission({});
  WorkMeter meter;
  runtime::run_at_low_priority([] { use(10ms); });
  EXPECT_GE(meter.cost().without_turn, 10ms);
  // The turn of the other thread is kept by this one, until the response is written.
  const auto turn = runtime::at_low_priority([&] {
    use(3ms);
    return turn_of(admission);
  });
  use(5ms);
  const auto cost = meter.cost();
  EXPECT_GE(cost.without_turn, 13ms);
  EXPECT_GE(cost.with_turn, 5ms);
  EXPECT_LT(cost.with_turn, 13ms);
}

TEST(WorkMeter, CountsTurnsThatAreRequestedInATransaction) {
  runtime::Admission admission({});
  WorkMeter meter;
  { const auto turn = turn_of(admission); }
  EXPECT_EQ(meter.cost().turns_in_transactions, 0U);
  WorkMeter::begin_transaction();
  use(2ms);
  runtime::run_at_low_priority([&] { const auto turn = turn_of(admission); });
  WorkMeter::end_transaction();
  use(2ms);
  EXPECT_EQ(meter.cost().turns_in_transactions, 1U);
  EXPECT_GE(meter.cost().in_transactions, 2ms);
  EXPECT_LT(meter.cost().in_transactions, meter.cost().without_turn);
}

TEST(WorkMeter, MeasuresNothingWithoutAMeter) {
  runtime::Admission admission({});
  const auto turn = turn_of(admission);
  WorkMeter::begin_transaction();
  runtime::run_at_low_priority([] {});
  WorkMeter::end_transaction();
  EXPECT_EQ(WorkMeter::hand_over(), nullptr);
}

}  // namespace
