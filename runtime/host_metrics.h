// HostMetrics: the metrics of this worker process, and of all workers on the host.
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
  // Counts in a file in `folder` (runtime/metrics_file.h). If that fails, it is logged, and the
  // process counts in memory; so it does, without logging, if `folder` is empty.
  HostMetrics(std::string folder, const std::vector<core::MetricRoute>& routes);

  core::Metrics& own() { return own_; }

  // In Prometheus's text format: counters summed over all workers that have ever run on the host,
  // gauges over those that are running.
  std::string text() const;

 private:
  std::vector<std::uint64_t> merged() const;

  const std::string folder_;
  const std::vector<core::MetricSeries> series_;
  const std::shared_ptr<core::Metrics::Cell[]> shared_cells_;  // null: counting in memory
  core::Metrics own_;
};

}  // namespace runtime
