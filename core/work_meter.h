// WorkMeter: what the work for a request costs.
//
//   core::WorkMeter meter;
//   answer(request);
//   log(meter.cost());
//
// It measures the CPU time of the thread that makes it, until it is destroyed, and tells apart what
// is used with a turn (runtime/admission.h), without one, and while a transaction of the database
// is open. Work that goes on on another thread, for which this one waits, belongs to it: see
// Continued. Without a meter nothing is measured.
//
// Not thread-safe: at each moment one thread works for a request.
#pragma once

#include <chrono>

namespace core {

class WorkMeter {
 public:
  struct Cost {
    std::chrono::nanoseconds without_turn{0};
    std::chrono::nanoseconds with_turn{0};
    std::chrono::nanoseconds in_transactions{0};  // of both
    // Turns that were requested while a transaction was open, and so kept its locks while they were
    // waited for. There must be none.
    unsigned turns_in_transactions = 0;
  };

  WorkMeter();
  WorkMeter(const WorkMeter&) = delete;
  WorkMeter& operator=(const WorkMeter&) = delete;
  ~WorkMeter();

  // So far. Only on the thread that works for the request.
  Cost cost();

  // For those who give turns and open transactions.
  static void request_turn();
  static void begin_turn() { change(&WorkMeter::turns_, 1); }
  static void end_turn() { change(&WorkMeter::turns_, -1); }
  static void begin_transaction() { change(&WorkMeter::transactions_, 1); }
  static void end_transaction() { change(&WorkMeter::transactions_, -1); }

  // The meter of the calling thread, for the thread that goes on; null if it has none.
  static WorkMeter* hand_over();

  // Makes the calling thread the one that works for the request of `meter`, which may be null, for
  // its lifetime. The thread that worked for it until then waits meanwhile.
  class Continued {
   public:
    explicit Continued(WorkMeter* meter);
    Continued(const Continued&) = delete;
    Continued& operator=(const Continued&) = delete;
    ~Continued();

   private:
    WorkMeter* const meter_;
    std::chrono::nanoseconds last_of_waiting_thread_{0};
  };

 private:
  static void change(int WorkMeter::*number, int by);
  // Adds what was used since then.
  void settle();

  static constinit thread_local WorkMeter* current_;

  WorkMeter* const outer_;
  std::chrono::nanoseconds last_;  // by the clock of the thread that works
  Cost cost_;
  int turns_ = 0;
  int transactions_ = 0;
};

}  // namespace core
