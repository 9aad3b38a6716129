// Rate limits: fixed windows of one minute, counted in Redis by its own clock, so that all workers
// on all hosts count in the same window.
//
// The same round trip finds out whether the caller's key has been revoked
// (db/accounts/key_revocation.h).
//
// Without Redis each worker process counts in its own memory, by its own clock, so the limit then
// holds per process. Whether that is the case is told on the log once each way, and in the metrics.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/identity/caller.h"
#include "core/identity/client_network.h"
#include "core/operation/metrics.h"

namespace db {

class Redis;

// The counts of one worker process for the time without Redis. Shared by its threads.
class LocalRateCounts {
 public:
  explicit LocalRateCounts(core::Metrics& metrics = core::Metrics::unwatched())
      : metrics_(metrics) {}

  // Counts one more in the window that begins at `window` (a Unix second) and gives the count.
  std::int64_t increment(const std::string& subject, std::int64_t window);
  std::int64_t count(const std::string& subject, std::int64_t window);

  // Notes for how long usage has waited for maintenance.
  void note_waiting(std::chrono::seconds time);

  // Notes whether Redis answers. True if that is news.
  bool note_redis(bool answers);

 private:
  void move_to(std::int64_t window);

  core::Metrics& metrics_;
  std::mutex mutex_;
  std::int64_t window_ = 0;
  std::unordered_map<std::string, std::int64_t> counts_;
  bool redis_answers_ = true;
};

// One thread's limiter, on its own connection.
class RateCounter : public core::RateLimiter {
 public:
  // Calls without a key are counted by the networks that they come from.
  RateCounter(Redis& redis, LocalRateCounts& local, const core::NetworkPrefixes& networks)
      : redis_(redis), local_(local), networks_(networks) {}

  std::optional<core::RateLimit> count(const core::Caller& caller) override;
  core::RateLimit count(std::string_view client_address) override;
  core::RateLimit look(std::string_view client_address) override;

  // How many calls the account has made in the running window, refused ones too. Counts nothing.
  std::int64_t used(const core::AccountId& account);

 private:
  std::string subject_of(std::string_view client_address) const;
  core::RateLimit count_locally(const std::string& subject, std::int64_t limit);
  void note_redis(bool answers);

  Redis& redis_;
  LocalRateCounts& local_;
  const core::NetworkPrefixes networks_;
};

}  // namespace db
