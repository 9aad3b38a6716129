// ThreadDivision: how the threads of a worker process are used.
#pragma once

namespace worker {

struct ThreadDivision {
  unsigned all;
  // Serve API calls only, so that pages never occupy all threads. The others serve both.
  unsigned api_only;
  // Maximum for costly work at once, so that a thread is left for cheap pages.
  unsigned costly;
};

// A quarter of the threads serves API calls only, and a quarter of the rest does no costly work; at
// least one each, if there are enough.
ThreadDivision divide_threads(unsigned threads);

}  // namespace worker
