// Metrics: the counters, gauges and histograms of a worker process.
//
// All series are known from the start: labels come from the route table and the lists here, never
// from a client. A scrape gets those of a route after its first request, and all others always. A
// series is a cell, a 64-bit number that is updated atomically, without a lock. The cells are in
// memory that the caller provides (runtime/metrics_file.h shares it with the other workers of the
// host) or that the object owns.
//
// Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"

namespace core {

// Values that only increase, also across restarts.
enum class Counter {
  database_connection_errors,
  database_statement_errors,
  redis_connection_errors,
  redis_reply_errors,
  account_rate_limited,
  address_rate_limited,
  right_passwords,
  wrong_passwords,
  refused_passwords,
  pdfs_made,
  pdfs_refused,
  pdfs_busy,
  pdfs_failed,
  cards_made,
  cards_refused,
  cards_busy,
  cards_failed,
  render_cache_hits,
  render_cache_misses,
  pdf_cache_hits,
  pdf_cache_misses,
  worker_starts,
  worker_stops,
  maintenance_overdue,
  maintenance_done,
  maintenance_failed,
  deleted_artifacts_removed,
  expired_artifacts_removed,
  share_links_removed,
  idempotency_keys_removed,
  audit_events_removed,
  sessions_removed,
  api_keys_removed,
  versions_removed,
  uploads_removed,
};

// Values that can decrease. All but the last two start at 0 in each process.
enum class Gauge {
  requests_in_flight,
  worker_processes,
  worker_threads,
  pdf_processes,
  rate_limits_local,
  rate_limits_local_since,   // Unix time in seconds; 0 while Redis is used
  maintenance_last_success,  // Unix time in seconds; 0 if there was none
  certificate_end,           // Unix time in seconds; 0 if unknown
};

// An endpoint, as it appears in labels.
struct MetricRoute {
  std::string method;   // "GET", which includes HEAD
  std::string pattern;  // "/artifacts/{artifact_id}"
};

enum class MetricType { counter, gauge, histogram };

// How the values of several processes are combined for the host. Gauges count running processes
// only, except those merged by `latest`, which persist after their process has ended.
enum class MetricMerge { sum, earliest, latest };

// All series with the same name.
struct MetricFamily {
  std::string_view name;
  std::string_view help;
  MetricType type = MetricType::counter;
  MetricMerge merge = MetricMerge::sum;
};

// The meaning of a cell. A histogram has a cell for each bucket, with the observations in this
// bucket alone (not cumulative), then one for the sum in microseconds.
struct MetricSeries {
  enum class Part { value, bucket, sum };

  const MetricFamily* family = nullptr;
  std::string labels;  // `method="GET",route="/docs"`; without `le`
  Part part = Part::value;
  std::string_view bound;  // of a bucket, in seconds: "0.25", "+Inf"
  // Whether a scrape gets it before anything was counted in it, or in its histogram. An alert about
  // an increase needs the zero before it.
  bool is_shown_at_zero = true;

  // Identifies the series; the same in every version of the service.
  std::string name() const;
};

class Metrics {
 public:
  using Cell = std::atomic<std::uint64_t>;
  static_assert(sizeof(Cell) == 8 && Cell::is_always_lock_free,
                "processes can share it without a lock");

  // The series for these routes, in the order of their cells, grouped by family.
  static std::vector<MetricSeries> series(const std::vector<MetricRoute>& routes);

  // Uses these cells, one for each of series(routes), and keeps their values, except gauges that
  // start at 0.
  Metrics(const std::vector<MetricRoute>& routes, std::shared_ptr<Cell[]> cells);
  // Cells in memory, all 0.
  static std::shared_ptr<Cell[]> new_cells(const std::vector<MetricRoute>& routes);
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // For programs without metrics: the values are never read.
  static Metrics& unwatched();

  void count(Counter counter, std::uint64_t times = 1) { add(cell(counter), times); }
  void raise(Gauge gauge) { add(cell(gauge), 1); }
  void lower(Gauge gauge) { cell(gauge).fetch_sub(1, std::memory_order_relaxed); }
  void set(Gauge gauge, std::uint64_t value) {
    cell(gauge).store(value, std::memory_order_relaxed);
  }

  // A counted view of a share link.
  void count_view(Template content_template);

  // A completed request. `route` is the index of the endpoint in the routes; empty if the request
  // did not match any.
  void count_request(std::optional<std::size_t> route, int status,
                     std::chrono::microseconds duration);

  // A maintenance run, successful or not.
  void observe_maintenance(std::chrono::microseconds duration);

  // The current values. Not a consistent snapshot.
  std::vector<std::uint64_t> values() const;

 private:
  void observe(std::size_t first_duration_cell, std::chrono::microseconds duration);
  static void add(Cell& cell, std::uint64_t number) {
    cell.fetch_add(number, std::memory_order_relaxed);
  }
  Cell& cell(std::size_t place) const { return cells_.get()[place]; }
  Cell& cell(Counter counter) { return cell(static_cast<std::size_t>(counter)); }
  Cell& cell(Gauge gauge);

  std::size_t routes_;
  std::shared_ptr<Cell[]> cells_;
};

// Raises a gauge by one for its lifetime.
class Raised {
 public:
  Raised(Metrics& metrics, Gauge gauge) : metrics_(metrics), gauge_(gauge) {
    metrics_.raise(gauge_);
  }
  ~Raised() { metrics_.lower(gauge_); }
  Raised(const Raised&) = delete;
  Raised& operator=(const Raised&) = delete;

 private:
  Metrics& metrics_;
  Gauge gauge_;
};

// The values, one for each series, in the Prometheus text format, version 0.0.4.
std::string to_prometheus_text(const std::vector<MetricSeries>& series,
                               std::span<const std::uint64_t> values);

}  // namespace core
