#include "runtime/low_priority.h"

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

}  // namespace runtime
