// Application: the service for the worker's main: what a process shares between its threads, and a
// dispatcher for each of them.
//
// Thread-safe. Must outlive the dispatchers that it makes; `configuration` must outlive it.
#pragma once

#include <memory>
#include <string>

#include "core/operation/configuration.h"
#include "fcgi/dispatcher.h"
#include "worker/owned_services.h"

namespace worker {

class Application {
 public:
  explicit Application(const core::Configuration& configuration) : process_(configuration) {}

  // For use by the calling thread only.
  std::shared_ptr<fcgi::Dispatcher> make_dispatcher();

  // Call when the process is told to stop: requests that take long are answered within about two
  // seconds.
  void begin_stop() { process_.begin_stop(); }

  // What a write now would fail for, for the operator; empty if nothing. Connects anew.
  std::string why_not_ready();

  // The metrics of this process.
  core::Metrics& metrics() { return process_.host_metrics.own(); }

 private:
  ProcessServices process_;
};

}  // namespace worker
