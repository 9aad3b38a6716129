#include "core/work_meter.h"

#include <ctime>

namespace core {
namespace {

std::chrono::nanoseconds thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

constinit thread_local WorkMeter* WorkMeter::current_ = nullptr;

WorkMeter::WorkMeter() : outer_(current_), last_(thread_time()) { current_ = this; }

WorkMeter::~WorkMeter() { current_ = outer_; }

void WorkMeter::settle() {
  const std::chrono::nanoseconds now = thread_time();
  const std::chrono::nanoseconds used = now - last_;
  (turns_ > 0 ? cost_.with_turn : cost_.without_turn) += used;
  if (transactions_ > 0) cost_.in_transactions += used;
  last_ = now;
}

WorkMeter::Cost WorkMeter::cost() {
  settle();
  return cost_;
}

void WorkMeter::request_turn() {
  if (current_ != nullptr && current_->transactions_ > 0) ++current_->cost_.turns_in_transactions;
}

WorkMeter* WorkMeter::hand_over() {
  if (current_ != nullptr) current_->settle();
  return current_;
}

void WorkMeter::change(int WorkMeter::*number, int by) {
  if (current_ == nullptr) return;
  current_->settle();
  current_->*number += by;
}

WorkMeter::Continued::Continued(WorkMeter* meter) : meter_(meter) {
  current_ = meter;
  if (meter == nullptr) return;
  last_of_waiting_thread_ = meter->last_;
  meter->last_ = thread_time();
}

WorkMeter::Continued::~Continued() {
  current_ = nullptr;
  if (meter_ == nullptr) return;
  meter_->settle();
  meter_->last_ = last_of_waiting_thread_;
}

}  // namespace core
