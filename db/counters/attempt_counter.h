// AttemptCounter: limits how often a secret may be tried: a share link's password, a user's
// password or second factor.
//
// An attempt is refused after ten failures in 15 minutes for one subject and one network, or
// `per_network` for one network, whatever they were tried on. After a hundred failures in an hour
// for one subject, from anywhere, it is slow: a wider network has three attempts in 15 minutes, and
// all together one in two seconds; so guessing with many addresses comes to little, and nobody is
// shut out because of others. A browser that has known the secret before has ten attempts of its
// own and nothing to do with all these.
//
// An attempt is reserved before the password is looked at and given back if it was right, so that
// attempts made at the same moment are all counted. Counted in Redis; without it in the worker's
// own memory, so that guessing is never free.
//
// Sign-ups are counted here too, by network alone: nobody needs many accounts.
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

// Whether an attempt may be made; if not, in how long it may.
struct Reservation {
  std::chrono::seconds wait{0};

  explicit operator bool() const { return wait.count() == 0; }
};

// The counts of one worker process for the time without Redis. Shared by its threads.
class LocalAttempts {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts one more, unless `most` are reached already, and says whether it did. A count starts
  // anew `period` after its first attempt.
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

// What is tried, and by whom.
struct Attempt {
  std::string subject;  // what is being guessed at, as "shr_…"
  std::string_view client_address;
  // The id of a browser that has proved to have known the secret; empty for any other.
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
  // Takes the reserved attempt back: the guess was right, or was not looked at.
  void give_back(const Attempt& attempt);

  Reservation reserve_sign_up(std::string_view client_address);
  void give_back_sign_up(std::string_view client_address);

 private:
  // A count of its own, with nothing to do with the others.
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
