#include "rendering/pdf_queue.h"

#include <algorithm>
#include <future>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "core/time.h"

namespace rendering {
namespace {

using Outcome = PdfQueue::Outcome;

core::ArtifactId artifact() { return core::ArtifactId::generate(core::now()); }
core::AccountId account() { return core::AccountId::generate(core::now()); }

// What a queue has worked on, in order. The first waits until it is let go.
class Works {
 public:
  PdfQueue::Work work() {
    return [this](const PdfQueue::Task& task) {
      if (is_held_.exchange(false)) {
        has_begun_.set_value();
        may_go_on_.get_future().wait();
      }
      const std::lock_guard lock(mutex_);
      done_.push_back(task.artifact);
      changed_.notify_all();
      if (failures_ == 0) return Outcome::done;
      --failures_;
      if (throws_) throw std::runtime_error("the database is away");
      return Outcome::later;
    };
  }
  void hold() { is_held_ = true; }
  void wait_until_begun() { has_begun_.get_future().wait(); }
  void let_go() { may_go_on_.set_value(); }
  void fail(int times, bool throws) {
    const std::lock_guard lock(mutex_);
    failures_ = times;
    throws_ = throws;
  }
  std::vector<core::ArtifactId> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    // Long enough for the busiest machine.
    changed_.wait_for(lock, std::chrono::minutes(2), [&] { return done_.size() >= count; });
    return done_;
  }

 private:
  std::atomic<bool> is_held_ = false;
  std::promise<void> has_begun_;
  std::promise<void> may_go_on_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<core::ArtifactId> done_;
  int failures_ = 0;
  bool throws_ = false;
};

PdfQueue::Limits quick() { return {.pause = std::chrono::milliseconds(1)}; }

TEST(PdfQueue, WorksOnWhatIsAdded) {
  Works works;
  PdfQueue queue([&] { return works.work(); }, quick());
  const auto one = artifact();
  EXPECT_TRUE(queue.add(one, account()));
  EXPECT_EQ(works.wait_for(1), std::vector{one});
}

TEST(PdfQueue, LetsAccountsTakeTurns) {
  Works works;
  works.hold();
  PdfQueue queue([&] { return works.work(); }, quick());
  std::vector accounts{account(), account(), account()};
  std::sort(accounts.begin(), accounts.end());  // turns go in the order of accounts
  std::map<core::ArtifactId, std::size_t> owners;
  const auto add = [&](std::size_t owner) {
    const auto id = artifact();
    owners[id] = owner;
    queue.add(id, accounts[owner]);
  };
  add(0);
  works.wait_until_begun();
  for (int i = 0; i < 4; ++i) add(0);
  for (int i = 0; i < 2; ++i) add(1);
  for (int i = 0; i < 2; ++i) add(2);
  works.let_go();
  std::vector<std::size_t> order;
  for (const auto& id : works.wait_for(9)) order.push_back(owners.at(id));
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 0, 1, 2, 0, 0, 0}));
}

TEST(PdfQueue, IsBoundedInAllAndPerAccount) {
  Works works;
  works.hold();
  PdfQueue::Limits limits = quick();
  limits.waiting = 3;
  limits.waiting_of_account = 2;
  PdfQueue queue([&] { return works.work(); }, limits);
  const auto first = account();
  queue.add(artifact(), first);
  works.wait_until_begun();
  const auto waiting = artifact();
  EXPECT_TRUE(queue.add(waiting, first));
  EXPECT_TRUE(queue.add(waiting, first));  // it waits already
  EXPECT_TRUE(queue.add(artifact(), first));
  EXPECT_FALSE(queue.add(artifact(), first));
  EXPECT_TRUE(queue.add(artifact(), account()));
  EXPECT_FALSE(queue.add(artifact(), account()));
  works.let_go();
  works.wait_for(4);
}

TEST(PdfQueue, TriesAgainWhatCannotBeDoneNow) {
  for (const bool throws : {false, true}) {
    Works works;
    works.fail(3, throws);
    PdfQueue queue([&] { return works.work(); }, quick());
    const auto one = artifact();
    queue.add(one, account());
    EXPECT_EQ(works.wait_for(4), std::vector(4, one));
  }
}

TEST(PdfQueue, DoesNotLetNewOnesWaitForARepetition) {
  Works works;
  works.hold();
  works.fail(1, false);
  PdfQueue queue([&] { return works.work(); }, {.pause = std::chrono::hours(1)});
  const auto owner = account();
  queue.add(artifact(), owner);
  works.wait_until_begun();
  // Once another account's is done, the first has been put back.
  queue.add(artifact(), account());
  works.let_go();
  ASSERT_EQ(works.wait_for(2).size(), 2U);
  const auto fresh = artifact();
  queue.add(fresh, owner);
  const auto done = works.wait_for(3);
  ASSERT_EQ(done.size(), 3U);
  EXPECT_EQ(done.back(), fresh);
}

TEST(PdfQueue, GivesUpAfterSomeAttempts) {
  Works works;
  works.fail(1000, false);
  PdfQueue::Limits limits = quick();
  limits.attempts = 3;
  PdfQueue queue([&] { return works.work(); }, limits);
  const auto one = artifact();
  queue.add(one, account());
  works.wait_for(3);
  // The next is the first of another.
  works.fail(0, false);
  const auto two = artifact();
  queue.add(two, account());
  const auto done = works.wait_for(4);
  EXPECT_EQ(done.back(), two);
}

TEST(PdfQueue, EndsWithWhatItIsDoing) {
  Works works;
  works.hold();
  {
    PdfQueue queue([&] { return works.work(); }, quick());
    queue.add(artifact(), account());
    works.wait_until_begun();
    queue.add(artifact(), account());
    queue.stop();
    EXPECT_FALSE(queue.add(artifact(), account()));
    works.let_go();
  }
  EXPECT_EQ(works.wait_for(1).size(), 1U);
}

}  // namespace
}  // namespace rendering
