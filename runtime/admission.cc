#include "runtime/admission.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <numbers>
#include <numeric>
#include <thread>
#include <tuple>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/cpu_limit.h"
#include "core/work_meter.h"

namespace runtime {
namespace {

using core::Error;
using core::ErrorCode;

constexpr double kHalfLifeSeconds = 60;
// A caller that has used this much more than another lets it go first.
constexpr double kClearlyMore = 2;
// Turns up to this length are short. A turn of 20 seconds is forgotten after two minutes. On a busy
// host all turns take longer, so those of up to this part of the running ones are short too.
constexpr double kShortTurn = 5;
constexpr double kShortPart = 0.25;
// Above this number of ledgers, idle ones are removed.
constexpr std::size_t kSweepAt = 10000;
constexpr std::chrono::minutes kIdle{5};

std::size_t index_of(CostlyWork kind) { return static_cast<std::size_t>(kind); }

}  // namespace

Error too_busy() {
  return {ErrorCode::unavailable, "the service is busy; try again in a few seconds"};
}

Claim::Claim(const std::string& owner, const std::string& viewer)
    : ledgers_(viewer.empty() ? std::vector{owner} : std::vector{viewer, "viewers of " + owner}),
      related_(ledgers_) {
  if (!viewer.empty()) related_.push_back(owner);
}

Claim Claim::in_advance(const std::string& account) {
  Claim claim(account);
  claim.is_in_advance_ = true;
  return claim;
}

Admission::Turn::Turn(Admission& admission, CostlyWork kind, Claim claim, std::string job)
    : admission_(&admission),
      kind_(kind),
      claim_(std::move(claim)),
      job_(std::move(job)),
      began_(admission.now_()) {
  core::WorkMeter::begin_turn();
}

Admission::Turn::Turn(Turn&& other) noexcept
    : admission_(std::exchange(other.admission_, nullptr)),
      kind_(other.kind_),
      claim_(std::move(other.claim_)),
      job_(std::move(other.job_)),
      began_(other.began_) {}

Admission::Turn::~Turn() {
  if (admission_ == nullptr) return;
  admission_->give_back(*this);
  core::WorkMeter::end_turn();
}

const AdmissionLimits::Kind& Admission::limits_of(CostlyWork kind) const {
  switch (kind) {
    case CostlyWork::password:
      return limits_.password;
    case CostlyWork::body:
      return limits_.body;
    case CostlyWork::rendering:
      return limits_.rendering;
    case CostlyWork::pdf:
      return limits_.pdf;
    case CostlyWork::card:
      return limits_.card;
    case CostlyWork::fetch:
      return limits_.fetch;
    case CostlyWork::search:
      break;
  }
  return limits_.search;
}

// As of now.
Admission::Ledger& Admission::ledger(const std::string& name) {
  const Clock::time_point now = now_();
  if (ledgers_.size() > kSweepAt) forget_idle_ledgers(now);
  Ledger& ledger = ledgers_.try_emplace(name, Ledger{.at = now}).first->second;
  settle(ledger, now);
  return ledger;
}

void Admission::forget_idle_ledgers(Clock::time_point now) {
  std::erase_if(ledgers_, [old = now - kIdle](const auto& entry) {
    return entry.second.held == 0 && entry.second.running == decltype(Ledger::running){} &&
           entry.second.at < old;
  });
}

// Adds what the running turns have used since then.
void Admission::settle(Ledger& ledger, Clock::time_point now) const {
  const double passed = std::chrono::duration<double>(now - ledger.at).count();
  const double left = std::exp2(-passed / kHalfLifeSeconds);
  const auto running = std::accumulate(ledger.running.begin(), ledger.running.end(), 0U);
  ledger.used = ledger.used * left + running * (1 - left) * kHalfLifeSeconds / std::numbers::ln2;
  ledger.longest *= left;
  ledger.at = now;
}

// The most that one of the claim's ledgers has of each.
Admission::Ledger Admission::most_of(const Claim& claim) {
  Ledger most;
  for (const std::string& name : claim.ledgers()) {
    const auto found = ledgers_.find(name);
    if (found == ledgers_.end()) continue;
    settle(found->second, now_());
    most.held = std::max(most.held, found->second.held);
    most.used = std::max(most.used, found->second.used);
    most.longest = std::max(most.longest, found->second.longest);
  }
  return most;
}

bool Admission::has_turn(CostlyWork kind, const Claim& claim) const {
  return std::any_of(claim.related().begin(), claim.related().end(), [&](const std::string& name) {
    const auto found = ledgers_.find(name);
    return found != ledgers_.end() && found->second.running.at(index_of(kind)) > 0;
  });
}

bool Admission::may_run(CostlyWork kind, const Claim& claim, const std::string& job) {
  if (!job.empty() && jobs_.contains({kind, job})) return false;
  const unsigned turns = limits_of(kind).turns;
  const unsigned running = running_.at(index_of(kind));
  if (running + 1 < turns || turns == 1) return running < turns;
  if (running >= turns || claim.is_in_advance() || has_turn(kind, claim)) return false;
  double others = std::numeric_limits<double>::infinity();
  for (auto& [name, other] : ledgers_) {
    if (other.running.at(index_of(kind)) == 0) continue;
    settle(other, now_());
    others = std::min(others, other.longest);
  }
  return most_of(claim).longest < std::max(kShortTurn, kShortPart * others);
}

void Admission::begin(CostlyWork kind, const Claim& claim, const std::string& job) {
  ++running_.at(index_of(kind));
  for (const std::string& name : claim.ledgers()) ++ledger(name).running.at(index_of(kind));
  if (!job.empty()) ++jobs_[{kind, job}];
}

void Admission::take_place(CostlyWork kind, const Claim& claim) {
  if (claim.is_in_advance()) return;
  ++held_.at(index_of(kind));
  for (const std::string& name : claim.ledgers()) ++ledger(name).held;
}

void Admission::release(CostlyWork kind, const Claim& claim) {
  if (claim.is_in_advance()) return;
  --held_.at(index_of(kind));
  for (const std::string& name : claim.ledgers()) --ledger(name).held;
}

void Admission::give_back(const Turn& turn) {
  const Lock lock(mutex_);
  const double length = std::chrono::duration<double>(now_() - turn.began_).count();
  for (const std::string& name : turn.claim_.ledgers()) {
    Ledger& charged = ledger(name);
    charged.longest = std::max(charged.longest, length);
    --charged.running.at(index_of(turn.kind_));
  }
  --running_.at(index_of(turn.kind_));
  if (!turn.job_.empty()) jobs_.erase({turn.kind_, turn.job_});
  release(turn.kind_, turn.claim_);
  admit_waiting();
}

// Gives free turns to waiting callers: who has used least goes first, and work without a waiting
// caller last.
void Admission::admit_waiting() {
  for (;;) {
    Waiter* next = nullptr;
    std::pair<bool, double> least;
    for (Waiter* waiter : waiting_) {
      if (!may_run(waiter->kind, waiter->claim, waiter->job)) continue;
      const std::pair order{waiter->claim.is_in_advance(), most_of(waiter->claim).used};
      if (next != nullptr && order >= least) continue;
      next = waiter;
      least = order;
    }
    if (next == nullptr) return;
    begin(next->kind, next->claim, next->job);
    next->admitted = true;
    waiting_.remove(next);
    next->changed.notify_one();
  }
}

bool Admission::has_free_place() const {
  return std::accumulate(held_.begin(), held_.end(), 0U) < limits_.places;
}

// Finds, among the waiting callers that have used or hold more places than this one, or whose kind
// of work does, the one that has used most.
Admission::Waiter* Admission::find_displaceable(CostlyWork kind, const Claim& claim) {
  const Ledger own = most_of(claim);
  const unsigned of_kind = held_.at(index_of(kind));
  Waiter* found = nullptr;
  double most = 0;
  for (Waiter* waiter : waiting_) {
    if (waiter->claim.is_in_advance()) continue;
    const Ledger other = most_of(waiter->claim);
    const bool has_more = other.held >= own.held + 2 ||
                          held_.at(index_of(waiter->kind)) >= of_kind + 2 ||
                          other.used > own.used + kClearlyMore;
    if (!has_more || (found != nullptr && other.used < most)) continue;
    found = waiter;
    most = other.used;
  }
  return found;
}

// Finds a place for one more, displacing a waiting caller if necessary. False if there is none.
bool Admission::make_place(CostlyWork kind, const Claim& claim) {
  if (claim.is_in_advance() || has_free_place()) return true;
  Waiter* const displaced = find_displaceable(kind, claim);
  if (displaced == nullptr) return false;
  displaced->displaced = true;
  waiting_.remove(displaced);
  release(displaced->kind, displaced->claim);
  displaced->changed.notify_one();
  return true;
}

bool Admission::is_full(CostlyWork kind, const Claim& claim) {
  const Lock lock(mutex_);
  return !has_free_place() && find_displaceable(kind, claim) == nullptr;
}

core::Result<Admission::Turn> Admission::enter(CostlyWork kind, const Claim& claim,
                                               const std::string& job) {
  core::WorkMeter::request_turn();
  Lock lock(mutex_);
  if (!make_place(kind, claim)) return too_busy();
  take_place(kind, claim);
  Waiter waiter{.kind = kind, .claim = claim, .job = job};
  waiting_.push_back(&waiter);
  admit_waiting();
  waiter.changed.wait_for(lock, limits_of(kind).patience,
                          [&waiter] { return waiter.admitted || waiter.displaced; });
  if (waiter.admitted) return Turn(*this, kind, claim, job);
  if (!waiter.displaced) {
    waiting_.remove(&waiter);
    release(kind, claim);
  }
  return too_busy();
}

unsigned Admission::held() const {
  const Lock lock(mutex_);
  return std::accumulate(held_.begin(), held_.end(), 0U);
}

namespace {

constexpr int kNiceness = 5;

}  // namespace

void lower_own_priority() {
  // On Linux the nice value is per thread.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceness);
}

void run_at_low_priority(const std::function<void()>& work) {
  std::exception_ptr thrown;
  const int caller = core::CallerSocket::current();
  core::WorkMeter* const meter = core::WorkMeter::hand_over();
  std::thread([&] {
    const core::CallerSocket same_caller(caller);
    const core::WorkMeter::Continued continued(meter);
    lower_own_priority();
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  }).join();
  if (thrown) std::rethrow_exception(thrown);
}

void return_free_memory() { malloc_trim(0); }

}  // namespace runtime
