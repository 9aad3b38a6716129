// Admission: how much costly work a worker process does at once, and for whom.
//
// Work that takes a core for long (hashing a password, reading a large body, rendering what is
// large, making a PDF) gets a turn here first. There are only so many turns of each kind at once,
// and all that run or wait for one hold no more than `places` threads: the others stay free for
// calls that are cheap. Who finds no place, or waits longer than the kind's patience, is told that
// the service is busy.
//
// Work belongs to a key (an account, or the network that a client calls from), and turns are given
// fairly between keys:
// - of those who wait, the key goes first that has used the least lately;
// - the last turn of a kind is kept for a key that has none and has used little lately, so a key
//   alone, or many that are at it all the time, do not shut out one that comes now and then;
// - where all places are taken, a newcomer takes that of one who waits for a key that has more.
// Equal work is done once: of turns for the same job only one runs at a time, and those who waited
// for it find what it has made.
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

// What a caller is told who gets no turn.
core::Error too_busy();

enum class CostlyWork : std::uint8_t { password, body, rendering, pdf };

struct AdmissionLimits {
  struct Kind {
    unsigned turns = 1;  // at once
    std::chrono::milliseconds patience{2000};
  };
  unsigned places = 3;  // threads that costly work of all kinds may hold, waiting included
  Kind password{2, std::chrono::milliseconds(2000)};
  Kind body{2, std::chrono::milliseconds(3000)};
  Kind rendering{2, std::chrono::milliseconds(3000)};
  Kind pdf{1, std::chrono::milliseconds(3000)};
};

class Admission {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Admission(const AdmissionLimits& limits) : limits_(limits) {}
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  // A turn; it ends with the object. Moved from, it is none.
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

  // Waits for a turn. An empty job is equal to no other. Errors: unavailable, with a message for
  // the caller. A thread that has a turn must not ask for another of the same job.
  core::Result<Turn> enter(CostlyWork kind, const std::string& key, const std::string& job = {});

  // Whether it would be refused at once now, so that a caller who has something to do before the
  // work can leave it. It may be otherwise a moment later.
  bool is_full(CostlyWork kind, const std::string& key);

  // Threads that are held now, for tests.
  unsigned held() const;

 private:
  static constexpr std::size_t kKinds = 4;
  using Lock = std::unique_lock<std::mutex>;

  // Somebody who waits; on the stack of their thread.
  struct Waiter {
    CostlyWork kind;
    const std::string& key;
    const std::string& job;
    bool admitted = false;
    bool displaced = false;
    std::condition_variable changed{};
  };
  // What a key has and had.
  struct Key {
    std::array<unsigned, kKinds> running{};
    unsigned held = 0;       // places, waiting included
    double seconds = 0;      // of turns lately: half of it is forgotten each half minute
    Clock::time_point at{};  // of `seconds`
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
  std::list<Waiter*> waiting_;  // who came first, first
  std::array<unsigned, kKinds> running_{};
  std::array<unsigned, kKinds> held_{};
  std::map<std::pair<CostlyWork, std::string>, unsigned> jobs_;  // that run
  std::map<std::string, Key> keys_;
};

}  // namespace runtime
