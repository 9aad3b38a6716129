// Metrics: what a worker process counts of its work, for those who watch the service.
//
// Every series is known at start: its labels come from the route table and the lists here, never
// from a client, so there is only ever the same number of them. A series is a cell, one 64-bit
// number that is changed by atomic additions, without a lock. The cells are in memory that the
// caller gives (runtime/metrics_file.h shares it with the host's other workers) or the object's
// own.
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

#include "core/artifact/template.h"

namespace core {

// What only ever grows, over restarts too.
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
  render_cache_hits,
  render_cache_misses,
  pdf_cache_hits,
  pdf_cache_misses,
  worker_starts,
  maintenance_overdue,
  maintenance_done,
  maintenance_failed,
  deleted_artifacts_removed,
  expired_artifacts_removed,
  share_links_removed,
  idempotency_keys_removed,
  audit_events_removed,
  sessions_removed,
};

// What rises and falls, and begins at 0 in each process, but for the last two: they stay.
enum class Gauge {
  requests_in_flight,
  worker_processes,
  worker_threads,
  pdf_processes,
  rate_limits_local,
  rate_limits_local_since,   // Unix second; 0 while Redis counts
  maintenance_last_success,  // Unix second; 0 as long as there was none
  certificate_end,           // Unix second; 0 as long as it is not known
};

// One endpoint, as labels name it.
struct MetricRoute {
  std::string method;   // "GET", which HEAD is counted with
  std::string pattern;  // "/artifacts/{artifact_id}"
};

enum class MetricType { counter, gauge, histogram };

// How the values of several processes become the host's. A gauge is that of the processes that
// live, but what is `latest` holds when whoever has noted it has ended.
enum class MetricMerge { sum, earliest, latest };

// Series of one name.
struct MetricFamily {
  std::string_view name;
  std::string_view help;
  MetricType type = MetricType::counter;
  MetricMerge merge = MetricMerge::sum;
};

// What one cell means. A histogram has a cell for each bucket, whose value is the number of
// observations in this bucket alone, then one for the sum, in microseconds.
struct MetricSeries {
  enum class Part { value, bucket, sum };

  const MetricFamily* family = nullptr;
  std::string labels;  // `method="GET",route="/docs"`; without a bucket's bound
  Part part = Part::value;
  std::string_view bound;  // a bucket's, in seconds: "0.25", "+Inf"

  // The same for the same series in every version of the service.
  std::string name() const;
};

class Metrics {
 public:
  using Cell = std::atomic<std::uint64_t>;
  static_assert(sizeof(Cell) == 8 && Cell::is_always_lock_free,
                "processes can share it, and anything else can read it");

  // The series for these routes, in the order of their cells; those of a family stand together.
  static std::vector<MetricSeries> series(const std::vector<MetricRoute>& routes);

  // Counts on in these cells, one for each of series(routes). Gauges are set to 0, but for those
  // that stay.
  Metrics(const std::vector<MetricRoute>& routes, std::shared_ptr<Cell[]> cells);
  // Cells in memory, all 0.
  static std::shared_ptr<Cell[]> new_cells(const std::vector<MetricRoute>& routes);
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // For programs that nobody watches: what is counted here is never read.
  static Metrics& unwatched();

  void count(Counter counter, std::uint64_t times = 1) { add(cell(counter), times); }
  void raise(Gauge gauge) { add(cell(gauge), 1); }
  void lower(Gauge gauge) { cell(gauge).fetch_sub(1, std::memory_order_relaxed); }
  void set(Gauge gauge, std::uint64_t value) {
    cell(gauge).store(value, std::memory_order_relaxed);
  }

  // One counted view of a share link.
  void count_view(Template content_template);

  // One answered request. `route` is the endpoint's place among the routes; nothing if it reached
  // none.
  void count_request(std::optional<std::size_t> route, int status,
                     std::chrono::microseconds duration);

  // One run of maintenance, however it has ended.
  void observe_maintenance(std::chrono::microseconds duration);

  // As they are now, one after the other: not all of the same moment.
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

// A gauge that is one higher while this lives.
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

// Prometheus' text format, version 0.0.4, of a value for each of the series.
std::string to_prometheus_text(const std::vector<MetricSeries>& series,
                               std::span<const std::uint64_t> values);

}  // namespace core
