#include "runtime/admission.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace runtime {
namespace {

using core::Error;
using core::ErrorCode;

constexpr double kHalfLifeSeconds = 30;
// A key with less recent use than this may have the last turn.
constexpr double kLittleUse = 2;
// Above this number of keys, idle ones are removed.
constexpr std::size_t kSweepAt = 10000;

std::size_t index_of(CostlyWork kind) { return static_cast<std::size_t>(kind); }

}  // namespace

Error too_busy() {
  return {ErrorCode::unavailable, "the service is busy; try again in a few seconds"};
}

Admission::Turn::Turn(Admission& admission, CostlyWork kind, std::string key, std::string job)
    : admission_(&admission),
      kind_(kind),
      key_(std::move(key)),
      job_(std::move(job)),
      began_(Clock::now()) {}

Admission::Turn::Turn(Turn&& other) noexcept
    : admission_(std::exchange(other.admission_, nullptr)),
      kind_(other.kind_),
      key_(std::move(other.key_)),
      job_(std::move(other.job_)),
      began_(other.began_) {}

Admission::Turn::~Turn() {
  if (admission_ != nullptr) admission_->give_back(*this);
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
    case CostlyWork::fetch:
      return limits_.fetch;
    case CostlyWork::search:
      break;
  }
  return limits_.search;
}

Admission::Key& Admission::key_of(const std::string& name) {
  if (keys_.size() > kSweepAt) forget_idle_keys();
  return keys_[name];
}

void Admission::forget_idle_keys() {
  const Clock::time_point old = Clock::now() - std::chrono::minutes(2);
  std::erase_if(
      keys_, [old](const auto& entry) { return entry.second.held == 0 && entry.second.at < old; });
}

double Admission::recent_use(const std::string& name) {
  const auto found = keys_.find(name);
  if (found == keys_.end()) return 0;
  Key& key = found->second;
  const Clock::time_point now = Clock::now();
  const double passed = std::chrono::duration<double>(now - key.at).count();
  key.seconds *= std::exp2(-passed / kHalfLifeSeconds);
  key.at = now;
  return key.seconds;
}

bool Admission::may_run(CostlyWork kind, const std::string& key, const std::string& job) {
  if (!job.empty() && jobs_.contains({kind, job})) return false;
  const unsigned turns = limits_of(kind).turns;
  const unsigned running = running_.at(index_of(kind));
  if (running + 1 < turns || turns == 1) return running < turns;
  if (running >= turns) return false;
  const auto found = keys_.find(key);
  const bool has_one = found != keys_.end() && found->second.running.at(index_of(kind)) > 0;
  return !has_one && recent_use(key) < kLittleUse;
}

void Admission::begin(CostlyWork kind, const std::string& key, const std::string& job) {
  ++running_.at(index_of(kind));
  ++key_of(key).running.at(index_of(kind));
  if (!job.empty()) ++jobs_[{kind, job}];
}

void Admission::let_go(CostlyWork kind, const std::string& key) {
  --held_.at(index_of(kind));
  --key_of(key).held;
}

void Admission::give_back(const Turn& turn) {
  const Lock lock(mutex_);
  const double used = std::chrono::duration<double>(Clock::now() - turn.began_).count();
  recent_use(turn.key_);
  Key& key = key_of(turn.key_);
  key.seconds += used;
  --key.running.at(index_of(turn.kind_));
  --running_.at(index_of(turn.kind_));
  if (!turn.job_.empty()) jobs_.erase({turn.kind_, turn.job_});
  let_go(turn.kind_, turn.key_);
  admit_waiting();
}

// Gives free turns to waiting callers, the key with the least recent use first.
void Admission::admit_waiting() {
  for (;;) {
    Waiter* next = nullptr;
    double least = 0;
    for (Waiter* waiter : waiting_) {
      if (!may_run(waiter->kind, waiter->key, waiter->job)) continue;
      const double use = recent_use(waiter->key);
      if (next != nullptr && use >= least) continue;
      next = waiter;
      least = use;
    }
    if (next == nullptr) return;
    begin(next->kind, next->key, next->job);
    next->admitted = true;
    waiting_.remove(next);
    next->changed.notify_one();
  }
}

bool Admission::has_free_place() const {
  return std::accumulate(held_.begin(), held_.end(), 0U) < limits_.places;
}

// The last waiting caller whose key, or kind of work, holds more places than this one's.
Admission::Waiter* Admission::find_displaceable(CostlyWork kind, const std::string& key) {
  const auto found = keys_.find(key);
  const unsigned own = found == keys_.end() ? 0 : found->second.held;
  const unsigned of_kind = held_.at(index_of(kind));
  const double use = recent_use(key);
  Waiter* last = nullptr;
  for (Waiter* waiter : waiting_) {
    const bool has_more = keys_[waiter->key].held >= own + 2 ||
                          held_.at(index_of(waiter->kind)) >= of_kind + 2 ||
                          recent_use(waiter->key) > use + kLittleUse;
    if (has_more) last = waiter;
  }
  return last;
}

// Finds a place for one more, displacing a waiting caller if necessary. False if there is none.
bool Admission::make_place(CostlyWork kind, const std::string& key) {
  if (has_free_place()) return true;
  Waiter* const displaced = find_displaceable(kind, key);
  if (displaced == nullptr) return false;
  displaced->displaced = true;
  waiting_.remove(displaced);
  let_go(displaced->kind, displaced->key);
  displaced->changed.notify_one();
  return true;
}

bool Admission::is_full(CostlyWork kind, const std::string& key) {
  const Lock lock(mutex_);
  return !has_free_place() && find_displaceable(kind, key) == nullptr;
}

core::Result<Admission::Turn> Admission::enter(CostlyWork kind, const std::string& key,
                                               const std::string& job) {
  Lock lock(mutex_);
  if (!make_place(kind, key)) return too_busy();
  ++held_.at(index_of(kind));
  ++key_of(key).held;
  Waiter waiter{.kind = kind, .key = key, .job = job};
  waiting_.push_back(&waiter);
  admit_waiting();
  waiter.changed.wait_for(lock, limits_of(kind).patience,
                          [&waiter] { return waiter.admitted || waiter.displaced; });
  if (waiter.admitted) return Turn(*this, kind, key, job);
  if (!waiter.displaced) {
    waiting_.remove(&waiter);
    let_go(kind, key);
  }
  return too_busy();
}

unsigned Admission::held() const {
  const Lock lock(mutex_);
  return std::accumulate(held_.begin(), held_.end(), 0U);
}

}  // namespace runtime
