#include "worker/thread_division.h"

#include <algorithm>

namespace worker {
namespace {

// At least one thread is left to the others.
unsigned quarter(unsigned threads) { return threads < 2 ? 0 : std::max(1U, threads / 4); }

}  // namespace

ThreadDivision divide_threads(unsigned threads) {
  const unsigned api_only = quarter(threads);
  const unsigned rest = threads - api_only;
  return {.all = threads, .api_only = api_only, .costly = rest - quarter(rest)};
}

}  // namespace worker
