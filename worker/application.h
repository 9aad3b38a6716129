// Application: the service as the worker's main sees it: what a process shares between its threads,
// and a dispatcher for each of them.
//
// Thread-safe. Outlives the dispatchers that it makes; `configuration` outlives it.
#pragma once

#include <memory>

#include "core/operation/configuration.h"
#include "fcgi/dispatcher.h"
#include "worker/owned_services.h"

namespace worker {

class Application {
 public:
  explicit Application(const core::Configuration& configuration) : process_(configuration) {}

  // For the calling thread's own use.
  std::shared_ptr<fcgi::Dispatcher> make_dispatcher();

  // What this process counts.
  core::Metrics& metrics() { return process_.host_metrics.own(); }

 private:
  ProcessServices process_;
};

}  // namespace worker
