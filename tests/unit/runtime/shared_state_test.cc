// What the threads of a worker share; also run under ThreadSanitizer.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "db/connection/redis.h"
#include "db/counters/attempt_counter.h"
#include "db/counters/rate_counter.h"
#include "rendering/artifact_renderer.h"
#include "runtime/password_checker.h"
#include "templates/content.h"

namespace {

void on_threads(int count, const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

rendering::RenderCache::Entry entry_of(std::size_t bytes) {
  auto content = std::make_shared<templates::RenderedContent>();
  content->summary = std::string(bytes, 'x');
  return content;
}

using Key = std::pair<core::ArtifactId, templates::RenderingOptions>;

Key new_key() { return {core::ArtifactId::generate(core::Timestamp()), {}}; }

TEST(RenderCache, KeepsOnlyTheNewestRevision) {
  rendering::RenderCache cache(100000);
  const auto id = new_key();
  cache.put(id, 2, entry_of(10));
  cache.put(id, 1, entry_of(10));
  EXPECT_EQ(cache.find(id, 1), nullptr);
  EXPECT_NE(cache.find(id, 2), nullptr);
  cache.put(id, 3, entry_of(10));
  EXPECT_EQ(cache.find(id, 2), nullptr);
  EXPECT_NE(cache.find(id, 3), nullptr);
}

TEST(RenderCache, EvictsTheLeastRecentlyUsed) {
  rendering::RenderCache cache(10000);
  std::vector<Key> ids;
  for (int i = 0; i < 20; ++i) {
    ids.push_back(new_key());
    cache.put(ids.back(), 1, entry_of(1000));
    EXPECT_NE(cache.find(ids.front(), 1), nullptr);
  }
  EXPECT_EQ(cache.find(ids[1], 1), nullptr);
  EXPECT_NE(cache.find(ids.back(), 1), nullptr);
}

TEST(RenderCache, DoesNotKeepEntriesThatWouldEvictMostOthers) {
  rendering::RenderCache cache(10000);
  const auto id = new_key();
  cache.put(id, 1, entry_of(6000));
  EXPECT_EQ(cache.find(id, 1), nullptr);
}

TEST(RenderCache, IsThreadSafe) {
  rendering::RenderCache cache(20000);
  std::vector<Key> ids;
  for (int i = 0; i < 30; ++i) ids.push_back(new_key());
  std::atomic<std::size_t> read = 0;
  on_threads(4, [&](int) {
    for (int round = 0; round < 500; ++round) {
      const auto& id = ids[static_cast<std::size_t>(round) % ids.size()];
      if (const auto found = cache.find(id, 1)) {
        read += found->summary.size();
      } else {
        cache.put(id, 1, entry_of(1000));
      }
    }
  });
  EXPECT_EQ(read % 1000, 0U);
}

TEST(RenderContent, IsThreadSafe) {
  const std::string content = R"({"text":"# a :tada: &amp;\n\n- b\n"})";
  const std::string expected =
      templates::render_content(core::Template::markdown, content).html.str();
  on_threads(4, [&](int) {
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(templates::render_content(core::Template::markdown, content).html.str(), expected);
  });
}

TEST(LocalRateCounts, CountEveryCallOnce) {
  db::LocalRateCounts counts;
  on_threads(4, [&](int) {
    for (int i = 0; i < 1000; ++i) counts.increment("a", 60);
  });
  EXPECT_EQ(counts.count("a", 60), 4000);
  EXPECT_EQ(counts.count("a", 120), 0);
}

TEST(RateCounter, NotesThatRedisIsLostOnlyWhenItHasAsked) {
  core::RedisAddress nowhere;
  nowhere.path = "/nonexistent/redis.sock";
  db::Redis redis(nowhere, std::chrono::milliseconds(100));
  db::LocalRateCounts counts;
  db::RateCounter counter(redis, counts, {});
  int changes = 0;
  for (int i = 0; i < 100; ++i) {
    counter.count("192.0.2.1");
    // Another thread, whose connection works.
    if (counts.note_redis(true)) ++changes;
  }
  EXPECT_GE(changes, 1);
  EXPECT_LT(changes, 50);
}

TEST(LocalAttempts, AllowExactlyTheLimit) {
  db::LocalAttempts attempts;
  std::atomic<int> reserved = 0;
  on_threads(4, [&](int) {
    for (int i = 0; i < 100; ++i)
      if (attempts.reserve("a", 10, std::chrono::seconds(900))) ++reserved;
  });
  EXPECT_EQ(reserved, 10);
  attempts.give_back("a");
  EXPECT_TRUE(attempts.reserve("a", 10, std::chrono::seconds(900)));
  EXPECT_FALSE(attempts.reserve("a", 10, std::chrono::seconds(900)));
}

TEST(LocalAttempts, OfManyNetworksDoNotFillTheMemory) {
  db::LocalAttempts attempts;
  for (std::size_t i = 0; i < 3 * db::LocalAttempts::kMaximumSubjects; ++i)
    attempts.reserve(std::to_string(i), 10, std::chrono::seconds(900));
  EXPECT_EQ(attempts.subjects(), db::LocalAttempts::kMaximumSubjects);
}

TEST(AttemptCounter, LimitsOpenRequestsWithoutRedisByNetworkWiderNetworkAndGroup) {
  core::RedisAddress nowhere;
  nowhere.path = "/nonexistent/redis.sock";
  db::Redis redis(nowhere, std::chrono::milliseconds(100));
  db::LocalAttempts local;
  db::AttemptCounter counter(redis, local, {});
  const auto allowed_of = [&](const db::AttemptCounter::OpenRequests& requests,
                              const std::string& prefix) {
    int allowed = 0;
    for (int network = 0; network < 20; ++network)
      for (int i = 0; i < 3; ++i)
        if (counter.reserve(requests, prefix + std::to_string(network) + "::1")) ++allowed;
    return allowed;
  };
  const db::AttemptCounter::OpenRequests wider{"a", 2, std::chrono::hours(1), 5};
  EXPECT_EQ(allowed_of(wider, "2001:db8:1:"), 5);
  EXPECT_EQ(allowed_of(wider, "2001:db8:2:"), 5);
  const db::AttemptCounter::OpenRequests group{"b", 2, std::chrono::hours(1), 0, 7};
  EXPECT_EQ(allowed_of(group, "2001:db8:"), 7);
}

TEST(AttemptCounter, SlowsDownGuessesAtOneSubjectWithoutRedis) {
  core::RedisAddress nowhere;
  nowhere.path = "/nonexistent/redis.sock";
  db::Redis redis(nowhere, std::chrono::milliseconds(100));
  db::LocalAttempts local;
  db::AttemptCounter counter(redis, local, {});
  const auto network = [](int number) { return "2001:db8:" + std::to_string(number) + "::1"; };
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(counter.reserve({"shr_a", network(i)})) << i;

  const std::string other = network(100);
  EXPECT_TRUE(counter.reserve({"shr_a", other}));
  const db::Reservation too_soon = counter.reserve({"shr_a", network(101)});
  EXPECT_FALSE(too_soon);
  EXPECT_LE(too_soon.wait, std::chrono::seconds(2));
  EXPECT_TRUE(counter.reserve({"shr_b", other}));
  EXPECT_TRUE(counter.reserve({"shr_a", other, "a known browser"}));

  // The attempt that knew the secret does not count, so that there is room for another.
  counter.give_back({"shr_a", network(0)});
  EXPECT_TRUE(counter.reserve({"shr_a", network(102)}));
}

TEST(PasswordChecker, IsThreadSafe) {
  runtime::AdmissionLimits limits;
  limits.password.patience = std::chrono::minutes(2);
  runtime::Admission admission(limits);
  runtime::PasswordChecker passwords(admission);
  const auto stored = passwords.hash("right", "a");
  ASSERT_TRUE(stored);
  on_threads(3, [&](int i) {
    const auto matches = passwords.matches(i == 0 ? "wrong" : "right", *stored, std::to_string(i));
    ASSERT_TRUE(matches) << matches.error().message;
    EXPECT_EQ(*matches, i != 0);
  });
}

}  // namespace
