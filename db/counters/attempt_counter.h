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
// concurrent attempts are all counted. Counted in Redis; without Redis in the worker's memory, so
// that guessing is always limited.
//
// Sign-ups are limited here too, by network alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/identity/client_network.h"

namespace db {

class Redis;

// Whether an attempt is allowed; if not, after how long.
struct Reservation {
  std::chrono::seconds wait{0};

  explicit operator bool() const { return wait.count() == 0; }
};

// The counts of one worker process while Redis is unavailable. Thread-safe.
class LocalAttempts {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts one attempt unless `most` are reached. A count resets `period` after its first attempt.
  Reservation reserve(const std::string& subject, std::int64_t most, std::chrono::seconds period);
  void give_back(const std::string& subject);

 private:
  struct Count {
    std::int64_t attempts = 0;
    Clock::time_point ends_at;
  };

  std::mutex mutex_;
  std::unordered_map<std::string, Count> counts_;
};

// What is being guessed, and by whom.
struct Attempt {
  std::string subject;  // the owner of the secret, such as "shr_…"
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

  // Requests of a kind that anyone can send, by network alone.
  struct OpenRequests {
    std::string_view kind;  // "oauth_token"
    std::int64_t most;
    std::chrono::seconds period;
  };
  Reservation reserve(const OpenRequests& requests, std::string_view client_address);

  Reservation reserve_sign_up(std::string_view client_address);
  void give_back_sign_up(std::string_view client_address);

 private:
  // A count that is independent of the others.
  struct Single {
    std::string key;
    std::int64_t most;
    std::chrono::seconds period;
  };
  struct Keys;
  Keys keys_of(const Attempt& attempt) const;
  Single browser_of(const Attempt& attempt) const;
  Single sign_ups_of(std::string_view client_address) const;
  Reservation reserve(const Single& single);
  void give_back(const Single& single);
  Reservation reserve_locally(const Keys& keys);

  Redis& redis_;
  LocalAttempts& local_;
  const Limits limits_;
};

}  // namespace db
