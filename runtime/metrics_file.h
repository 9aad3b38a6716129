// MetricsFile: the metrics of one process in a memory-mapped file that all workers on the host
// read, so that each of them can report for all.
//
// The files are worker-1, worker-2, … in one folder. A process takes the first that is not locked
// and holds its lock until it ends, even by a crash; the next process continues its counters.
// Maintenance has the file `maintenance`, which each run takes at its end. A file describes its own
// cells, so workers of different versions can read each other's files, and a new version carries
// over the counters that it knows.
//
//   bytes 0 to 7   "ASMETR1\n"
//   8 to 15        the number of cells
//   then           the cells, 64-bit integers in the machine's byte order
//   then           the name of each cell's series, each followed by a newline
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/metrics.h"

namespace runtime {

// Takes a file in the folder, which is created if its parent exists. Returns the cells of these
// series; the file is released with the last reference. Throws std::runtime_error if the folder or
// file cannot be created, or the disk is full.
std::shared_ptr<core::Metrics::Cell[]> take_metrics_file(
    const std::string& folder, const std::vector<core::MetricSeries>& series);

// The same for maintenance's file, in an existing folder; waits while another run has it.
std::shared_ptr<core::Metrics::Cell[]> take_maintenance_metrics_file(
    const std::string& folder, const std::vector<core::MetricSeries>& series);

// The contents of one file.
struct ProcessMetrics {
  bool is_alive = false;                                  // a process has locked the file
  std::unordered_map<std::string, std::uint64_t> values;  // by the series' name
};

// All files in the folder. Others than metrics files are skipped.
std::vector<ProcessMetrics> read_metrics_files(const std::string& folder);

// HostMetrics: the metrics of this worker process, and of all workers on the host.
//
// Thread-safe.
class HostMetrics {
 public:
  // Counts in a file in `folder`. If that fails, it is logged, and the
  // process counts in memory. If `folder` is empty, it counts in memory without a log line.
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
