// Rate limits: fixed windows of one minute, counted in Redis by Redis's clock, so that all workers
// on all hosts share a window. A viewer's request is refused by each thread that has seen that its
// network's window is used up; until then, it is answered before it is known.
//
// The same round trip checks whether the caller's key was revoked (db/key_store.h), and reads how
// many bytes of content changes of the account's artifacts have written today: the day of UTC, by
// Redis's clock. What a change writes is added without waiting for Redis. Without Redis, that is
// not counted.
//
// Without Redis each worker process counts in its own memory, so the limit then applies per
// process. Both transitions are logged once, and the metrics show the state.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/client_network.h"
#include "core/metrics.h"
#include "core/principal.h"
#include "db/connection/redis_connection.h"

namespace db {

class Redis;

// Lua: `count_in_window(subject, now)` counts one in the subject's window at `now` (Unix seconds).
// Returns the count and the end of the window.
std::string_view window_lua();

// The counts of one worker process while Redis is unavailable. Thread-safe.
class LocalRateCounts {
 public:
  explicit LocalRateCounts(core::Metrics& metrics = core::Metrics::unwatched())
      : metrics_(metrics) {}

  // Counts one call in the window that starts at `window` (Unix seconds). Returns the count.
  std::int64_t increment(const std::string& subject, std::int64_t window);
  std::int64_t count(const std::string& subject, std::int64_t window);

  // Records for how long usage has waited, for the metrics.
  void note_waiting(std::chrono::seconds time);

  // Records whether Redis is available. True if that has changed.
  bool note_redis(bool answers);

 private:
  void move_to(std::int64_t window);

  core::Metrics& metrics_;
  std::mutex mutex_;
  std::int64_t window_ = 0;
  std::unordered_map<std::string, std::int64_t> counts_;
  bool redis_answers_ = true;
};

// The bytes that changes of an account's artifacts have written on one day.
struct RewrittenBytes {
  core::AccountId account;
  std::int64_t bytes = 0;
  std::int64_t day_ends = 0;  // Unix seconds
};

// Not thread-safe; each thread has its own, on its own connection.
class RateCounter : public core::RateLimiter {
 public:
  // Calls without a key, and viewers, are counted by network.
  RateCounter(Redis& redis, LocalRateCounts& local, const core::NetworkPrefixes& networks,
              std::int64_t views_per_minute = 1200)
      : redis_(redis), local_(local), networks_(networks), views_per_minute_(views_per_minute) {}

  std::optional<core::RateLimit> count(const core::Principal& caller) override;
  bool begin(const core::Principal& caller) override;
  std::optional<core::RateLimit> finish() override;
  core::RateLimit count(std::string_view client_address) override;
  core::RateLimit count_form(const core::Principal& user) override;
  bool may_look_up(std::string_view client_address) override;
  void count_unknown_key(std::string_view client_address) override;
  std::optional<core::RateLimit> begin_viewer(std::string_view client_address) override;
  core::RateLimit finish_viewer() override;
  core::RateLimit peek_viewer(std::string_view client_address) override;
  core::RateLimit peek(std::string_view client_address) override;

  // For what counts views (view_counter.h): the subject of the viewer's request that was begun and
  // is not counted yet, empty if there is none; and what count_in_window() has returned for it.
  const std::string& uncounted_viewer() const { return viewer_; }
  void count_viewer(std::int64_t count, std::int64_t reset);

  // The number of calls by the account in the current window, including refused ones.
  std::int64_t used(const core::AccountId& account);

  // As of the call or form of the account that this thread has counted last, with what it has added
  // since. Nothing is known without Redis, and 0 bytes are given.
  RewrittenBytes rewritten_so_far(const core::AccountId& account) const;
  // For a call that was counted.
  void add_rewritten(const core::AccountId& account, std::int64_t bytes);
  // As of now.
  RewrittenBytes rewritten(const core::AccountId& account);

 private:
  // The arguments of the script for a call.
  struct Call {
    core::AccountId account;
    std::int64_t limit;
    std::string subject;
    std::string revocation_mark;
    std::string limit_text;
    std::string account_text;
    std::string key;

    std::vector<std::string_view> words() const;
  };

  Call call_of(const core::Principal& caller);
  std::optional<core::RateLimit> counted(const Call& call, const RedisReply& reply);
  std::string subject_of(std::string_view client_address) const;
  std::string subject_of_look_ups(std::string_view client_address) const;
  std::string subject_of_viewer(std::string_view client_address) const;
  core::RateLimit count(const std::string& subject, std::int64_t limit);
  void note_rewritten(const core::AccountId& account, const RedisReply& reply);
  core::RateLimit peek(const std::string& subject, std::int64_t limit);
  core::RateLimit count_locally(const std::string& subject, std::int64_t limit);
  void note_redis(bool answers);

  Redis& redis_;
  LocalRateCounts& local_;
  const core::NetworkPrefixes networks_;
  const std::int64_t views_per_minute_;
  std::set<core::AccountId> have_calls_left_;  // as far as this has seen
  std::optional<Call> begun_;
  RewrittenBytes rewritten_;
  std::string viewer_;
  std::optional<core::RateLimit> viewer_state_;     // once it was counted
  std::map<std::string, core::RateLimit> used_up_;  // viewers' windows
};

}  // namespace db
