// AttemptCounter: limits how often a secret may be tried: a share link's password, a user's
// password or second factor.
//
// Ten failures in 15 minutes for one subject and one address, a hundred in an hour for one subject.
// An attempt is reserved before the password is looked at and given back if it was right, so that
// attempts made at the same moment are all counted. Counted in Redis; without it in the worker's
// own memory, so that guessing is never free.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace db {

class Redis;

// The counts of one worker process for the time without Redis. Shared by its threads.
class LocalAttempts {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts one more, unless `most` are reached already, and says whether it did. A count starts
  // anew `period` after its first attempt.
  bool reserve(const std::string& subject, std::int64_t most, std::chrono::seconds period);
  void give_back(const std::string& subject);

 private:
  struct Count {
    std::int64_t attempts = 0;
    Clock::time_point ends_at;
  };

  std::mutex mutex_;
  std::unordered_map<std::string, Count> counts_;
};

class AttemptCounter {
 public:
  AttemptCounter(Redis& redis, LocalAttempts& local) : redis_(redis), local_(local) {}

  // `subject` is what is being guessed at, as "shr_…". False if there have been too many.
  bool reserve(const std::string& subject, std::string_view client_address);
  // Takes the reserved attempt back: the guess was right.
  void give_back(const std::string& subject, std::string_view client_address);

 private:
  Redis& redis_;
  LocalAttempts& local_;
};

}  // namespace db
