// ThreadDivision: what the threads of a worker process are for.
#pragma once

namespace worker {

struct ThreadDivision {
  unsigned all;
  // Take calls of the API alone, so that pages never hold all threads. The others take both.
  unsigned api_only;
  // May be held by costly work at once, so that cheap pages find a thread as well.
  unsigned costly;
};

// A quarter of them takes calls of the API alone, and of the rest a quarter is kept from costly
// work; each at least one, as far as there are so many.
ThreadDivision divide_threads(unsigned threads);

}  // namespace worker
