#include "runtime/host_metrics.h"

#include <algorithm>
#include <stdexcept>

#include "runtime/log.h"
#include "runtime/metrics_file.h"
#include "runtime/version.h"

namespace runtime {
namespace {

using Cells = std::shared_ptr<core::Metrics::Cell[]>;

Cells take_file(const std::string& folder, const std::vector<core::MetricSeries>& series) {
  if (folder.empty()) return nullptr;
  try {
    return take_metrics_file(folder, series);
  } catch (const std::runtime_error& failure) {
    runtime::log_event(core::LogLevel::warning, "metrics_not_shared", failure.what());
    return nullptr;
  }
}

ProcessMetrics in_memory(const std::vector<core::MetricSeries>& series,
                         const core::Metrics& metrics) {
  ProcessMetrics process{.is_alive = true, .values = {}};
  const std::vector<std::uint64_t> values = metrics.values();
  for (std::size_t i = 0; i < series.size(); ++i) process.values[series[i].name()] = values[i];
  return process;
}

bool is_of_the_living(const core::MetricFamily& family) {
  return family.type == core::MetricType::gauge && family.merge != core::MetricMerge::latest;
}

// The value of one series for the host.
std::uint64_t merge(const core::MetricSeries& series,
                    const std::vector<ProcessMetrics>& processes) {
  const std::string name = series.name();
  std::uint64_t merged = 0;
  for (const ProcessMetrics& process : processes) {
    if (is_of_the_living(*series.family) && !process.is_alive) continue;
    const auto found = process.values.find(name);
    if (found == process.values.end() || found->second == 0) continue;
    switch (series.family->merge) {
      case core::MetricMerge::sum:
        merged += found->second;
        break;
      case core::MetricMerge::earliest:
        merged = merged == 0 ? found->second : std::min(merged, found->second);
        break;
      case core::MetricMerge::latest:
        merged = std::max(merged, found->second);
        break;
    }
  }
  return merged;
}

}  // namespace

HostMetrics::HostMetrics(std::string folder, const std::vector<core::MetricRoute>& routes)
    : folder_(std::move(folder)),
      series_(core::Metrics::series(routes)),
      shared_cells_(take_file(folder_, series_)),
      own_(routes, shared_cells_ ? shared_cells_ : core::Metrics::new_cells(routes)) {}

std::vector<std::uint64_t> HostMetrics::merged() const {
  if (folder_.empty()) return own_.values();
  std::vector<ProcessMetrics> processes = read_metrics_files(folder_);
  if (!shared_cells_) processes.push_back(in_memory(series_, own_));
  std::vector<std::uint64_t> values;
  values.reserve(series_.size());
  for (const core::MetricSeries& one : series_) values.push_back(merge(one, processes));
  return values;
}

std::string HostMetrics::text() const {
  return core::to_prometheus_text(series_, merged()) +
         "# HELP artifact_share_build_info The version of the responding worker; always 1.\n"
         "# TYPE artifact_share_build_info gauge\n"
         "artifact_share_build_info{version=\"" +
         std::string(version()) + "\"} 1\n";
}

}  // namespace runtime
