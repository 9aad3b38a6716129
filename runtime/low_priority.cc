#include "runtime/low_priority.h"

#include <exception>
#include <thread>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace runtime {
namespace {

constexpr int kNiceness = 5;

}  // namespace

void lower_own_priority() {
  // On Linux the nice value is per thread.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceness);
}

void run_at_low_priority(const std::function<void()>& work) {
  std::exception_ptr thrown;
  std::thread([&] {
    lower_own_priority();
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  }).join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace runtime
