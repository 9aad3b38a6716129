// Admission: admission control for expensive work in a worker process.
//
// CPU-bound work (hashing a password, parsing a large body, rendering large content, generating a
// PDF), waiting for another host, and a search that reads many rows need a turn. The number of
// concurrent turns is limited for each kind of work, and turns that run or wait occupy at most
// `places` threads in total; the remaining threads stay available for cheap requests. A caller that
// finds no place, or waits longer than the kind's patience, is told that the service is busy.
//
// Work belongs to a key (an account, or a client's network), and scheduling is fair between keys:
// - of the waiting callers, the key with the least recent use goes first;
// - the last turn of a kind is reserved for a key that holds none and has little recent use, so
//   that one busy key, or many, cannot lock out an occasional one;
// - when all places are taken, a newcomer displaces a waiting caller whose key holds more places.
// Turns for the same job do not overlap, so callers that waited for one find its result in a cache.
//
// Thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "core/result.h"

namespace runtime {

// The error for a caller that gets no turn.
core::Error too_busy();

enum class CostlyWork : std::uint8_t { password, body, rendering, pdf, fetch, search };

struct AdmissionLimits {
  struct Kind {
    unsigned turns = 1;  // concurrent
    std::chrono::milliseconds patience{2000};
  };
  unsigned places = 3;  // threads that work of all kinds may occupy, including waiting ones
  Kind password{2, std::chrono::milliseconds(2000)};
  Kind body{2, std::chrono::milliseconds(3000)};
  Kind rendering{2, std::chrono::milliseconds(3000)};
  Kind pdf{1, std::chrono::milliseconds(3000)};
  Kind fetch{2, std::chrono::milliseconds(3000)};
  Kind search{2, std::chrono::milliseconds(3000)};
};

class Admission {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Admission(const AdmissionLimits& limits) : limits_(limits) {}
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  // A turn; its destructor ends it.
  class Turn {
   public:
    Turn(Turn&& other) noexcept;
    Turn& operator=(Turn&&) = delete;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();

   private:
    friend class Admission;
    Turn(Admission& admission, CostlyWork kind, std::string key, std::string job);

    Admission* admission_;
    CostlyWork kind_;
    std::string key_;
    std::string job_;
    Clock::time_point began_;
  };

  // Waits for a turn. An empty job equals no other. Errors: unavailable, with a message for the
  // caller. A thread must not request a turn for a job for which it already has one.
  core::Result<Turn> enter(CostlyWork kind, const std::string& key, const std::string& job = {});

  // Whether enter() would fail immediately, for callers that have work to do before it. The answer
  // may be outdated at once.
  bool is_full(CostlyWork kind, const std::string& key);

  // The number of threads occupied, for tests.
  unsigned held() const;

 private:
  static constexpr std::size_t kKinds = 6;
  using Lock = std::unique_lock<std::mutex>;

  // A waiting caller; on the stack of its thread.
  struct Waiter {
    CostlyWork kind;
    const std::string& key;
    const std::string& job;
    bool admitted = false;
    bool displaced = false;
    std::condition_variable changed{};
  };
  // The current and recent use of a key.
  struct Key {
    std::array<unsigned, kKinds> running{};
    unsigned held = 0;       // places, including waiting ones
    double seconds = 0;      // of turns, decaying with a half-life of half a minute
    Clock::time_point at{};  // when `seconds` was computed
  };

  const AdmissionLimits::Kind& limits_of(CostlyWork kind) const;
  Key& key_of(const std::string& name);
  double recent_use(const std::string& name);
  bool may_run(CostlyWork kind, const std::string& key, const std::string& job);
  void begin(CostlyWork kind, const std::string& key, const std::string& job);
  void give_back(const Turn& turn);
  void let_go(CostlyWork kind, const std::string& key);
  bool has_free_place() const;
  Waiter* find_displaceable(CostlyWork kind, const std::string& key);
  bool make_place(CostlyWork kind, const std::string& key);
  void admit_waiting();
  void forget_idle_keys();

  const AdmissionLimits limits_;
  mutable std::mutex mutex_;
  std::list<Waiter*> waiting_;  // in order of arrival
  std::array<unsigned, kKinds> running_{};
  std::array<unsigned, kKinds> held_{};
  std::map<std::pair<CostlyWork, std::string>, unsigned> jobs_;  // running
  std::map<std::string, Key> keys_;
};

}  // namespace runtime
