// MetricsFile: the metrics of one process, in a file that the host's workers read, so that
// whichever is asked can answer for all.
//
// The files are worker-1, worker-2, … of one folder. A process takes the first that no other has
// and holds it by a lock for as long as it lives, however it ends; so the next one to start counts
// on where it has left off. Maintenance has the file `maintenance`, which each run takes at its
// end. A file says itself what its cells mean: workers of different versions understand each other,
// and a new version carries over what it knows of the old one's counts.
//
//   bytes 0 to 7   "ASMETR1\n"
//   8 to 15        the number of cells
//   then           the cells, 64-bit numbers in the machine's order
//   then           for each cell its series' name and a newline
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/operation/metrics.h"

namespace runtime {

// Takes a file of the folder, which is made if only its last part is missing. Gives the cells for
// these series; giving up the last reference to them gives up the file. Throws std::runtime_error
// if the folder or file cannot be made, or the disk has no room.
std::shared_ptr<core::Metrics::Cell[]> take_metrics_file(
    const std::string& folder, const std::vector<core::MetricSeries>& series);

// The file of maintenance in the same way, in a folder that is there; waits for another run that
// has it.
std::shared_ptr<core::Metrics::Cell[]> take_maintenance_metrics_file(
    const std::string& folder, const std::vector<core::MetricSeries>& series);

// What one file holds.
struct ProcessMetrics {
  bool is_alive = false;                                  // a process has the file
  std::unordered_map<std::string, std::uint64_t> values;  // by the series' name
};

// All files of the folder. What is none is left aside.
std::vector<ProcessMetrics> read_metrics_files(const std::string& folder);

}  // namespace runtime
