// Admission: admission control for expensive work in a worker process.
//
// CPU-bound work (hashing a password, parsing a large body, rendering large content, generating a
// PDF), waiting for another host, and a search that reads many rows need a turn. The number of
// concurrent turns is limited for each kind of work, and turns that run or wait occupy at most
// `places` threads in total; the remaining threads stay available for cheap requests. A caller that
// finds no place, or waits longer than the kind's patience, gets an error.
//
// Work is charged to the ledgers of its caller (Claim) while it runs. What a ledger has used decays
// with a half-life of a minute, and scheduling is fair between ledgers:
// - of the waiting callers, the one that has used least goes first, so an account with few short
//   jobs waits for at most one job in each turn, however many another account requests;
// - the last free turn of a kind is reserved for a caller that has none and whose turns were short
//   lately, so that one busy account, or many, cannot lock out an occasional one;
// - when all places are taken, a newcomer displaces a waiting caller that has used or holds more;
// - work that no caller waits for runs only while none waits for a turn, and never takes a place or
//   the last turn.
// Turns for the same job do not overlap, so callers that waited for one find its result in a cache.
//
// Thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace runtime {

// The error for a caller that gets no turn.
core::Error too_busy();

enum class CostlyWork : std::uint8_t { password, body, rendering, pdf, card, fetch, search };

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
  Kind card{1, std::chrono::milliseconds(3000)};
  Kind fetch{2, std::chrono::milliseconds(3000)};
  Kind search{2, std::chrono::milliseconds(3000)};
};

// Who requests a turn, and the ledgers that its work is charged to. Viewers' work is charged to
// their network and to a ledger of the account's viewers, so that they cannot use up the account's
// own turns, nor an account those of others by links to its own content.
class Claim {
 public:
  // A claim of an account; of a network where no account is known; or, with `viewer`, of that
  // network for content of the account `owner`.
  Claim(const std::string& owner, const std::string& viewer = {});  // NOLINT(*-explicit-*)
  // A claim of an account, for work that no caller waits for yet.
  static Claim in_advance(const std::string& account);

  bool is_in_advance() const { return is_in_advance_; }
  const std::vector<std::string>& ledgers() const { return ledgers_; }
  // The ledgers of which a turn counts as one of this caller's own.
  const std::vector<std::string>& related() const { return related_; }

 private:
  bool is_in_advance_ = false;
  std::vector<std::string> ledgers_;
  std::vector<std::string> related_;
};

class Admission {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  // `now` is the clock by which use is measured.
  explicit Admission(
      const AdmissionLimits& limits, Now now = [] { return Clock::now(); })
      : limits_(limits), now_(std::move(now)) {}
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
    Turn(Admission& admission, CostlyWork kind, Claim claim, std::string job);

    Admission* admission_;
    CostlyWork kind_;
    Claim claim_;
    std::string job_;
    Clock::time_point began_;
  };

  // Waits for a turn. An empty job equals no other. Errors: unavailable, with a message for the
  // caller. A thread must not request a turn for a job for which it already has one.
  core::Result<Turn> enter(CostlyWork kind, const Claim& claim, const std::string& job = {});

  // Whether enter() would fail immediately, for callers that have work to do before it. May be
  // outdated at once.
  bool is_full(CostlyWork kind, const Claim& claim);

  // The number of places taken, for tests.
  unsigned held() const;

 private:
  static constexpr std::size_t kKinds = 7;
  using Lock = std::unique_lock<std::mutex>;

  // A waiting caller; on the stack of its thread.
  struct Waiter {
    CostlyWork kind;
    const Claim& claim;
    const std::string& job;
    bool admitted = false;
    bool displaced = false;
    std::condition_variable changed{};
  };
  struct Ledger {
    std::array<unsigned, kKinds> running{};
    unsigned held = 0;       // places, including waiting ones
    double used = 0;         // seconds of turns, decaying; running ones count as they go on
    double longest = 0;      // seconds of the longest turn that has ended, decaying
    Clock::time_point at{};  // when these were computed
  };

  const AdmissionLimits::Kind& limits_of(CostlyWork kind) const;
  Ledger& ledger(const std::string& name);
  void settle(Ledger& ledger, Clock::time_point now) const;
  Ledger most_of(const Claim& claim);
  bool has_turn(CostlyWork kind, const Claim& claim) const;
  bool may_run(CostlyWork kind, const Claim& claim, const std::string& job);
  void begin(CostlyWork kind, const Claim& claim, const std::string& job);
  void give_back(const Turn& turn);
  void take_place(CostlyWork kind, const Claim& claim);
  void release(CostlyWork kind, const Claim& claim);
  bool has_free_place() const;
  Waiter* find_displaceable(CostlyWork kind, const Claim& claim);
  bool make_place(CostlyWork kind, const Claim& claim);
  void admit_waiting();
  void forget_idle_ledgers(Clock::time_point now);

  const AdmissionLimits limits_;
  const Now now_;
  mutable std::mutex mutex_;
  std::list<Waiter*> waiting_;  // in order of arrival
  std::array<unsigned, kKinds> running_{};
  std::array<unsigned, kKinds> held_{};
  std::map<std::pair<CostlyWork, std::string>, unsigned> jobs_;  // running
  std::map<std::string, Ledger> ledgers_;
};

// at_low_priority(): runs CPU-bound work on a thread of low priority, so that it hardly delays
// cheap requests, even when it takes all cores.
//
// Linux does not let a process raise a thread's priority again, so the work runs on a new thread;
// starting one costs little in comparison. The caller waits for it. Thread-safe; throws what the
// work throws.

// Lowers the priority of the calling thread, if the system permits it.
void lower_own_priority();

void run_at_low_priority(const std::function<void()>& work);

// Gives memory that work has freed back to the system, which takes a few milliseconds.
void return_free_memory();

template <typename Work>
auto at_low_priority(Work&& work) {
  std::optional<decltype(work())> result;
  run_at_low_priority([&] { result.emplace(work()); });
  return *std::move(result);
}

}  // namespace runtime
