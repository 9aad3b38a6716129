// Who gets a turn at costly work, who waits and who is turned away.
#include "runtime/admission.h"

#include <atomic>
#include <functional>
#include <future>
#include <list>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr milliseconds kAmple{120000};

AdmissionLimits limits(unsigned places, unsigned turns, milliseconds patience = kAmple) {
  return {.places = places,
          .password = {turns, patience},
          .body = {turns, patience},
          .rendering = {turns, patience},
          .pdf = {turns, patience}};
}

// Time passes only when it is told to.
class TestClock {
 public:
  Admission::Now now() {
    return [this] { return Admission::Clock::time_point(milliseconds(milliseconds_)); };
  }
  void pass(milliseconds time) { milliseconds_ += time.count(); }

 private:
  std::atomic<std::int64_t> milliseconds_ = 0;
};

// Waits for a turn on a thread of its own, and keeps it until it is told to end it.
class Visitor {
 public:
  Visitor(Admission& admission, CostlyWork kind, const Claim& claim, const std::string& job = {})
      : thread_([this, &admission, kind, claim, job] {
          const auto turn = admission.enter(kind, claim, job);
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
  Visitor runs(admission, CostlyWork::pdf, Claim("a"));
  EXPECT_TRUE(runs.is_admitted());
  Visitor waits(admission, CostlyWork::pdf, Claim("b"));
  wait_until_held(admission, 2);
  EXPECT_TRUE(admission.is_full(CostlyWork::pdf, Claim("c")));
  const auto refused = admission.enter(CostlyWork::pdf, Claim("c"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, core::ErrorCode::unavailable);
  EXPECT_NE(refused.error().message.find("busy"), std::string::npos);
  runs.end();
  EXPECT_TRUE(waits.is_admitted());
}

TEST(Admission, RejectsCallersThatWaitedTooLong) {
  Admission admission(limits(4, 1, milliseconds(20)));
  Visitor runs(admission, CostlyWork::password, Claim("a"));
  EXPECT_TRUE(runs.is_admitted());
  EXPECT_FALSE(admission.enter(CostlyWork::password, Claim("b")));
  EXPECT_EQ(admission.held(), 1U);
}

TEST(Admission, ReservesTheLastTurnForAnotherKey) {
  Admission admission(limits(6, 3));
  Visitor first(admission, CostlyWork::pdf, Claim("greedy"));
  Visitor second(admission, CostlyWork::pdf, Claim("greedy"));
  EXPECT_TRUE(first.is_admitted());
  EXPECT_TRUE(second.is_admitted());
  Visitor third(admission, CostlyWork::pdf, Claim("greedy"));
  wait_until_held(admission, 3);
  EXPECT_TRUE(third.waits());
  Visitor other(admission, CostlyWork::pdf, Claim("other"));
  EXPECT_TRUE(other.is_admitted()) << "the last turn is for a key that has none";
  first.end();
  EXPECT_TRUE(third.waits()) << "it would be the last again";
  other.end();
  EXPECT_TRUE(third.is_admitted());
}

void use(Admission& admission, TestClock& clock, const Claim& claim, milliseconds time) {
  const auto turn = admission.enter(CostlyWork::rendering, claim);
  ASSERT_TRUE(turn);
  clock.pass(time);
}

TEST(Admission, PrefersWhoeverHasUsedLeast) {
  TestClock clock;
  Admission admission(limits(6, 1), clock.now());
  use(admission, clock, Claim("busy"), seconds(1));
  std::optional<Visitor> runs;
  runs.emplace(admission, CostlyWork::rendering, Claim("third"));
  EXPECT_TRUE(runs->is_admitted());
  Visitor busy(admission, CostlyWork::rendering, Claim("busy"));
  wait_until_held(admission, 2);
  Visitor fresh(admission, CostlyWork::rendering, Claim("fresh"));
  wait_until_held(admission, 3);
  runs->end();
  EXPECT_TRUE(fresh.is_admitted()) << "though it has come later";
  EXPECT_TRUE(busy.waits());
  fresh.end();
  EXPECT_TRUE(busy.is_admitted());
}

TEST(Admission, ForgetsUseByHalfInAMinute) {
  for (const auto& [later, first] :
       {std::pair(seconds(50), "new"), std::pair(seconds(70), "old")}) {
    TestClock clock;
    Admission admission(limits(6, 1), clock.now());
    use(admission, clock, Claim("old"), seconds(4));
    clock.pass(later);
    use(admission, clock, Claim("new"), seconds(2));
    std::optional<Visitor> runs;
    runs.emplace(admission, CostlyWork::rendering, Claim("third"));
    EXPECT_TRUE(runs->is_admitted());
    Visitor of_new(admission, CostlyWork::rendering, Claim("new"));
    wait_until_held(admission, 2);
    Visitor of_old(admission, CostlyWork::rendering, Claim("old"));
    wait_until_held(admission, 3);
    runs->end();
    Visitor& next = std::string_view(first) == "new" ? of_new : of_old;
    Visitor& last = std::string_view(first) == "new" ? of_old : of_new;
    EXPECT_TRUE(next.is_admitted()) << first;
    EXPECT_TRUE(last.waits()) << first;
    next.end();
    EXPECT_TRUE(last.is_admitted());
  }
}

TEST(Admission, ChargesATurnBeforeItEnds) {
  TestClock clock;
  Admission admission(limits(6, 1), clock.now());
  Visitor pdf(admission, CostlyWork::pdf, Claim("busy"));
  EXPECT_TRUE(pdf.is_admitted());
  clock.pass(seconds(5));
  std::optional<Visitor> runs;
  runs.emplace(admission, CostlyWork::rendering, Claim("third"));
  EXPECT_TRUE(runs->is_admitted());
  Visitor busy(admission, CostlyWork::rendering, Claim("busy"));
  wait_until_held(admission, 3);
  Visitor fresh(admission, CostlyWork::rendering, Claim("fresh"));
  wait_until_held(admission, 4);
  runs->end();
  EXPECT_TRUE(fresh.is_admitted());
  EXPECT_TRUE(busy.waits());
  fresh.end();
  EXPECT_TRUE(busy.is_admitted());
}

TEST(Admission, GivesShortTurnsAtOnceBesideAnAccountWithLongOnes) {
  TestClock clock;
  Admission admission(limits(6, 2), clock.now());
  std::list<Visitor> greedy;
  for (unsigned i = 0; i < 4; ++i) {
    greedy.emplace_back(admission, CostlyWork::pdf, Claim("greedy"));
    wait_until_held(admission, i + 1);
  }
  EXPECT_TRUE(greedy.front().is_admitted());
  for (int i = 0; i < 12; ++i) {
    Visitor ordinary(admission, CostlyWork::pdf, Claim("ordinary"));
    EXPECT_FALSE(ordinary.waits()) << i;
    clock.pass(milliseconds(1700));
  }
  // It goes on, in the turn that it has.
  greedy.pop_front();
  EXPECT_TRUE(greedy.front().is_admitted());
  while (!greedy.empty()) greedy.pop_front();
}

TEST(Admission, KeepsTheLastTurnFromWhoeverHadALongOne) {
  TestClock clock;
  Admission admission(limits(6, 2), clock.now());
  use(admission, clock, Claim("long"), seconds(20));
  Visitor runs(admission, CostlyWork::rendering, Claim("other"));
  EXPECT_TRUE(runs.is_admitted());
  {
    Visitor waits(admission, CostlyWork::rendering, Claim("long"));
    wait_until_held(admission, 2);
    EXPECT_TRUE(waits.waits());
    Visitor fresh(admission, CostlyWork::rendering, Claim("fresh"));
    EXPECT_TRUE(fresh.is_admitted());
    fresh.end();
    runs.end();
    EXPECT_TRUE(waits.is_admitted()) << "another turn is for everybody";
  }
  Visitor again(admission, CostlyWork::rendering, Claim("other"));
  EXPECT_TRUE(again.is_admitted());
  clock.pass(minutes(3));
  Visitor forgiven(admission, CostlyWork::rendering, Claim("long"));
  EXPECT_TRUE(forgiven.is_admitted());
}

// On a busy host, what is usually short takes long, and what takes long takes several times as
// long.
TEST(Admission, GivesTheLastTurnToWhoseTurnsAreShortBesideThoseThatRun) {
  TestClock clock;
  Admission admission(limits(6, 2), clock.now());
  use(admission, clock, Claim("ordinary"), seconds(7));
  use(admission, clock, Claim("long"), seconds(60));
  Visitor runs(admission, CostlyWork::rendering, Claim("long"));
  EXPECT_TRUE(runs.is_admitted());
  for (int i = 0; i < 3; ++i) {
    Visitor ordinary(admission, CostlyWork::rendering, Claim("ordinary"));
    EXPECT_FALSE(ordinary.waits()) << i;
    clock.pass(seconds(7));
  }
}

TEST(Admission, ChargesViewersWorkToTheirNetworkAndToTheAccountsViewers) {
  TestClock clock;
  Admission admission(limits(8, 2), clock.now());
  Visitor viewer(admission, CostlyWork::rendering, Claim("account", "network"));
  EXPECT_TRUE(viewer.is_admitted());
  Visitor of_same_network(admission, CostlyWork::rendering, Claim("second", "network"));
  Visitor of_same_account(admission, CostlyWork::rendering, Claim("account", "elsewhere"));
  wait_until_held(admission, 3);
  EXPECT_TRUE(of_same_network.waits());
  EXPECT_TRUE(of_same_account.waits());
  Visitor author(admission, CostlyWork::rendering, Claim("account"));
  EXPECT_TRUE(author.is_admitted()) << "viewers have not used up its turn";
  author.end();
  viewer.end();
  Visitor of_others(admission, CostlyWork::rendering, Claim("third", "third network"));
  EXPECT_TRUE(of_others.waits()) << "both turns are taken";
  of_same_account.end();
  EXPECT_TRUE(of_others.is_admitted());
}

TEST(Admission, GivesAnAccountNoLastTurnAsAViewerOfItsOwn) {
  Admission admission(limits(6, 2));
  Visitor author(admission, CostlyWork::pdf, Claim("account"));
  EXPECT_TRUE(author.is_admitted());
  Visitor viewer(admission, CostlyWork::pdf, Claim("account", "network"));
  wait_until_held(admission, 2);
  EXPECT_TRUE(viewer.waits());
  author.end();
  EXPECT_TRUE(viewer.is_admitted());
}

TEST(Admission, DoesInAdvanceWhatNobodyWaitsForLast) {
  for (const unsigned turns : {1U, 2U}) {
    Admission admission(limits(2, turns));
    Visitor runs(admission, CostlyWork::pdf, Claim("a"));
    EXPECT_TRUE(runs.is_admitted());
    Visitor early(admission, CostlyWork::pdf, Claim::in_advance("b"));
    EXPECT_TRUE(early.waits()) << "even for the last turn of several";
    Visitor waits(admission, CostlyWork::pdf, Claim("a"));
    wait_until_held(admission, 2);
    EXPECT_TRUE(waits.waits());
    runs.end();
    EXPECT_TRUE(waits.is_admitted());
    EXPECT_TRUE(early.waits());
    waits.end();
    EXPECT_TRUE(early.is_admitted());
    EXPECT_EQ(admission.held(), 0U) << "it has a thread of its own";
  }
}

TEST(Admission, DisplacesAWaiterOfAKeyWithMorePlaces) {
  Admission admission(limits(3, 1));
  Visitor runs(admission, CostlyWork::pdf, Claim("greedy"));
  EXPECT_TRUE(runs.is_admitted());
  Visitor second(admission, CostlyWork::pdf, Claim("greedy"));
  wait_until_held(admission, 2);
  Visitor third(admission, CostlyWork::pdf, Claim("greedy"));
  wait_until_held(admission, 3);
  EXPECT_FALSE(admission.is_full(CostlyWork::password, Claim("other")));
  EXPECT_TRUE(admission.is_full(CostlyWork::pdf, Claim("greedy")));
  Visitor newcomer(admission, CostlyWork::password, Claim("other"));
  EXPECT_TRUE(newcomer.is_admitted());
  EXPECT_FALSE(third.is_admitted()) << "who came last is turned away";
  EXPECT_EQ(admission.held(), 3U);
  EXPECT_TRUE(second.waits());
  runs.end();
  EXPECT_TRUE(second.is_admitted());
}

TEST(Admission, SerializesEqualJobs) {
  Admission admission(limits(4, 3));
  Visitor first(admission, CostlyWork::rendering, Claim("a"), "table 1");
  EXPECT_TRUE(first.is_admitted());
  Visitor same(admission, CostlyWork::rendering, Claim("b"), "table 1");
  wait_until_held(admission, 2);
  EXPECT_TRUE(same.waits());
  Visitor another(admission, CostlyWork::rendering, Claim("b"), "table 2");
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
