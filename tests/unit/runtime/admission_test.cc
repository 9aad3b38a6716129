// Who gets a turn at costly work, who waits and who is turned away.
#include "runtime/admission.h"

#include <atomic>
#include <functional>
#include <future>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace runtime {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kAmple{120000};

AdmissionLimits limits(unsigned places, unsigned turns, milliseconds patience = kAmple) {
  return {.places = places,
          .password = {turns, patience},
          .body = {turns, patience},
          .rendering = {turns, patience},
          .pdf = {turns, patience}};
}

// Waits for a turn on a thread of its own, and keeps it until it is told to end it.
class Visitor {
 public:
  Visitor(Admission& admission, CostlyWork kind, const std::string& key,
          const std::string& job = {})
      : thread_([this, &admission, kind, key, job] {
          const auto turn = admission.enter(kind, key, job);
          outcome_.set_value(static_cast<bool>(turn));
          if (turn) ended_.get_future().wait();
        }) {}
  ~Visitor() {
    if (thread_.joinable()) end();
  }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  // Whether a turn was given; waits until that is known.
  bool is_admitted() { return result_.get(); }
  bool waits() const { return result_.wait_for(milliseconds(50)) != std::future_status::ready; }
  void end() {
    ended_.set_value();
    thread_.join();
  }

 private:
  std::promise<bool> outcome_;
  std::shared_future<bool> result_ = outcome_.get_future().share();
  std::promise<void> ended_;
  std::thread thread_;
};

void wait_until_held(const Admission& admission, unsigned held) {
  while (admission.held() != held) std::this_thread::sleep_for(milliseconds(1));
}

TEST(Admission, RejectsCallersBeyondItsPlacesAtOnce) {
  Admission admission(limits(2, 1));
  Visitor runs(admission, CostlyWork::pdf, "a");
  EXPECT_TRUE(runs.is_admitted());
  Visitor waits(admission, CostlyWork::pdf, "b");
  wait_until_held(admission, 2);
  EXPECT_TRUE(admission.is_full(CostlyWork::pdf, "c"));
  const auto refused = admission.enter(CostlyWork::pdf, "c");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, core::ErrorCode::unavailable);
  EXPECT_NE(refused.error().message.find("busy"), std::string::npos);
  runs.end();
  EXPECT_TRUE(waits.is_admitted());
}

TEST(Admission, RejectsCallersThatWaitedTooLong) {
  Admission admission(limits(4, 1, milliseconds(20)));
  Visitor runs(admission, CostlyWork::password, "a");
  EXPECT_TRUE(runs.is_admitted());
  EXPECT_FALSE(admission.enter(CostlyWork::password, "b"));
  EXPECT_EQ(admission.held(), 1U);
}

TEST(Admission, ReservesTheLastTurnForAnotherKey) {
  Admission admission(limits(6, 3));
  Visitor first(admission, CostlyWork::pdf, "greedy");
  Visitor second(admission, CostlyWork::pdf, "greedy");
  EXPECT_TRUE(first.is_admitted());
  EXPECT_TRUE(second.is_admitted());
  Visitor third(admission, CostlyWork::pdf, "greedy");
  wait_until_held(admission, 3);
  EXPECT_TRUE(third.waits());
  Visitor other(admission, CostlyWork::pdf, "other");
  EXPECT_TRUE(other.is_admitted()) << "the last turn is for a key that has none";
  first.end();
  EXPECT_TRUE(third.waits()) << "it would be the last again";
  other.end();
  EXPECT_TRUE(third.is_admitted());
}

TEST(Admission, PrefersTheKeyWithTheLeastUse) {
  Admission admission(limits(6, 1));
  {
    const auto used = admission.enter(CostlyWork::rendering, "busy");
    std::this_thread::sleep_for(milliseconds(50));
  }
  std::optional<Visitor> runs;
  runs.emplace(admission, CostlyWork::rendering, "third");
  EXPECT_TRUE(runs->is_admitted());
  Visitor busy(admission, CostlyWork::rendering, "busy");
  wait_until_held(admission, 2);
  Visitor fresh(admission, CostlyWork::rendering, "fresh");
  wait_until_held(admission, 3);
  runs->end();
  EXPECT_TRUE(fresh.is_admitted()) << "though it has come later";
  EXPECT_TRUE(busy.waits());
  fresh.end();
  EXPECT_TRUE(busy.is_admitted());
}

TEST(Admission, DisplacesAWaiterOfAKeyWithMorePlaces) {
  Admission admission(limits(3, 1));
  Visitor runs(admission, CostlyWork::pdf, "greedy");
  EXPECT_TRUE(runs.is_admitted());
  Visitor second(admission, CostlyWork::pdf, "greedy");
  wait_until_held(admission, 2);
  Visitor third(admission, CostlyWork::pdf, "greedy");
  wait_until_held(admission, 3);
  EXPECT_FALSE(admission.is_full(CostlyWork::password, "other"));
  EXPECT_TRUE(admission.is_full(CostlyWork::pdf, "greedy"));
  Visitor newcomer(admission, CostlyWork::password, "other");
  EXPECT_TRUE(newcomer.is_admitted());
  EXPECT_FALSE(third.is_admitted()) << "who came last is turned away";
  EXPECT_EQ(admission.held(), 3U);
  EXPECT_TRUE(second.waits());
  runs.end();
  EXPECT_TRUE(second.is_admitted());
}

TEST(Admission, SerializesEqualJobs) {
  Admission admission(limits(4, 3));
  Visitor first(admission, CostlyWork::rendering, "a", "table 1");
  EXPECT_TRUE(first.is_admitted());
  Visitor same(admission, CostlyWork::rendering, "b", "table 1");
  wait_until_held(admission, 2);
  EXPECT_TRUE(same.waits());
  Visitor another(admission, CostlyWork::rendering, "b", "table 2");
  EXPECT_TRUE(another.is_admitted());
  first.end();
  EXPECT_TRUE(same.is_admitted());
}

TEST(Admission, CountsCorrectlyUnderManyThreads) {
  Admission admission(limits(5, 2, milliseconds(5)));
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 200; ++round) {
        const auto turn = admission.enter(CostlyWork::password, std::to_string((i + round) % 4),
                                          round % 3 == 0 ? "job" : "");
        if (!turn) continue;
        const int now = ++running;
        int seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now)) continue;
        --running;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(admission.held(), 0U);
  EXPECT_GE(most, 1);
  EXPECT_LE(most, 2);
}

}  // namespace
}  // namespace runtime
