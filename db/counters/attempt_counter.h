// AttemptCounter: limits attempts to guess a secret: a share link's password, a user's password or
// second factor.
//
// An attempt is refused after ten failures in 15 minutes by one network on one subject, or
// `per_network` failures by one network on any subjects. After a hundred failures in an hour on one
// subject, from anywhere, attempts on it are throttled: three in 15 minutes for each wider network,
// and one in two seconds overall. So guessing from many addresses gains little, and nobody is
// locked out because of others. A browser that has known the secret before has ten attempts of its
// own, independent of these limits.
//
// An attempt is reserved before the secret is checked and given back if it was correct, so that
// concurrent attempts are all counted. Where the limit is reached only by some that are still being
// checked, and may turn out to be correct, another one is asked to come again in a second: many
// people of one network may know the secret of a link. Counted in Redis; without Redis in the
// worker's memory, so that guessing is always limited.
//
// Sign-ups and other requests that anyone can send are limited here too: by network, by the wider
// network, and by the group of networks (core/client_network.h), so that many addresses
// help little.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/client_network.h"

namespace db {

class Redis;

// Whether an attempt is allowed; if not, after how long. It is being checked until this is
// destroyed.
struct Reservation {
  std::chrono::seconds wait{0};
  bool waits_for_others = false;  // that are being checked; there are not too many failures
  std::shared_ptr<const void> being_checked = {};

  explicit operator bool() const { return wait.count() == 0; }
};

// The counts of one worker process while Redis is unavailable. Thread-safe.
class LocalAttempts {
 public:
  using Clock = std::chrono::steady_clock;

  // Beyond this number of subjects, others are forgotten: many networks must not fill the memory.
  static constexpr std::size_t kMaximumSubjects = 50000;

  // Counts one attempt unless `most` are reached. A count resets `period` after its first attempt.
  Reservation reserve(const std::string& subject, std::int64_t most, std::chrono::seconds period);
  void give_back(const std::string& subject);
  std::size_t subjects();

 private:
  void make_room(Clock::time_point now);

  struct Count {
    std::int64_t attempts = 0;
    Clock::time_point ends_at;
  };

  std::mutex mutex_;
  std::unordered_map<std::string, Count> counts_;
  Clock::time_point swept_at_;
};

// The secret that is being guessed, and who guesses it.
struct Attempt {
  std::string subject;  // the secret by its owner: "shr_…:" and a digest, an email address
  std::string_view client_address;
  // The id of a browser that has proved that it knew the secret before; else empty.
  std::string known_browser = {};
};

class AttemptCounter {
 public:
  struct Limits {
    core::NetworkPrefixes networks;
    std::int64_t per_network = 100;  // in 15 minutes
    std::int64_t sign_ups = 10;      // of one network in 24 hours
  };

  AttemptCounter(Redis& redis, LocalAttempts& local, const Limits& limits)
      : redis_(redis), local_(local), limits_(limits) {}

  Reservation reserve(const Attempt& attempt);
  // Cancels the reserved attempt: the secret was correct, or was not checked.
  void give_back(const Attempt& attempt);

  // Requests of a kind that anyone can send. What they leave behind is limited for wider networks
  // and groups of networks too; 0 is no limit.
  struct OpenRequests {
    std::string_view kind;  // "oauth_token"
    std::int64_t most;
    std::chrono::seconds period;
    std::int64_t most_of_wider_network = 0;
    std::int64_t most_of_group = 0;
  };
  Reservation reserve(const OpenRequests& requests, std::string_view client_address);

  Reservation reserve_sign_up(std::string_view client_address);
  void give_back_sign_up(std::string_view client_address);

 private:
  struct Counts;
  Counts counts_of(const Attempt& attempt) const;
  Counts counts_of(const OpenRequests& requests, std::string_view client_address) const;
  OpenRequests sign_ups() const;
  Reservation reserve(const Counts& counts);
  Reservation reserve_locally(const Counts& counts);
  void end_check(const std::vector<std::string>& keys);
  void give_back(const Counts& counts);

  Redis& redis_;
  LocalAttempts& local_;
  const Limits limits_;
};

}  // namespace db
