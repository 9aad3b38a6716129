// HostMetrics: the metrics of this worker process, and with them those of all workers of the host.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/operation/metrics.h"

namespace runtime {

class HostMetrics {
 public:
  // Counts in a file of the folder (see metrics_file.h). Where that cannot be, the log says so and
  // this process counts in its own memory; with an empty name, without a word.
  HostMetrics(std::string folder, const std::vector<core::MetricRoute>& routes);

  core::Metrics& own() { return own_; }

  // Of all the host's workers, in Prometheus' text format: counters of all that ever were, gauges
  // of those that live.
  std::string text() const;

 private:
  std::vector<std::uint64_t> merged() const;

  const std::string folder_;
  const std::vector<core::MetricSeries> series_;
  const std::shared_ptr<core::Metrics::Cell[]> shared_cells_;  // null: counted in own memory
  core::Metrics own_;
};

}  // namespace runtime
