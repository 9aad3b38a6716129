#include "core/metrics.h"

#include <algorithm>

namespace core {
namespace {

constexpr MetricFamily kDatabaseErrors{
    "artifact_share_database_errors_total",
    "Failed or lost connections to PostgreSQL, and failed statements."};
constexpr MetricFamily kRedisErrors{"artifact_share_redis_errors_total",
                                    "Failed or lost connections to Redis, and failed commands."};
constexpr MetricFamily kRateLimited{"artifact_share_rate_limited_requests_total",
                                    "Requests rejected with 429, by rate limit."};
constexpr MetricFamily kViews{"artifact_share_views_total", "Counted views of share links."};
constexpr MetricFamily kPasswords{
    "artifact_share_password_attempts_total",
    "Password attempts on share links; refused: rejected without a check after too many attempts."};
constexpr MetricFamily kPdfs{
    "artifact_share_pdfs_total",
    "PDFs generated from HTML and Markdown; refused: document too large or too complex, busy: too "
    "many at once, failed: the PDF program failed."};
constexpr MetricFamily kCards{"artifact_share_cards_total",
                              "Pictures for link previews that were to be drawn."};
constexpr MetricFamily kCaches{"artifact_share_cache_lookups_total",
                               "Lookups in the workers' caches of rendered content and PDFs."};
constexpr MetricFamily kStarts{"artifact_share_worker_starts_total", "Worker process starts."};
constexpr MetricFamily kStops{"artifact_share_worker_stops_total",
                              "Worker processes that were told to stop, as in a restart."};

constexpr MetricFamily kOverdue{"artifact_share_maintenance_overdue_total",
                                "Views and API requests counted while earlier ones waited more "
                                "than ten minutes for maintenance."};

constexpr MetricFamily kMaintenanceRuns{"artifact_share_maintenance_runs_total",
                                        "Maintenance runs on this host, by outcome."};
constexpr MetricFamily kRemoved{"artifact_share_maintenance_removed_rows_total",
                                "Database rows removed by maintenance."};

constexpr MetricFamily kInFlight{"artifact_share_http_requests_in_flight",
                                 "Requests in progress, including this one.", MetricType::gauge};
constexpr MetricFamily kProcesses{"artifact_share_worker_processes",
                                  "Running worker processes on this host.", MetricType::gauge};
constexpr MetricFamily kThreads{
    "artifact_share_worker_threads",
    "Threads of all worker processes, which is the number of requests handled concurrently.",
    MetricType::gauge};
constexpr MetricFamily kPdfProcesses{"artifact_share_pdf_processes", "PDFs being generated.",
                                     MetricType::gauge};
constexpr MetricFamily kLocal{
    "artifact_share_rate_limits_local",
    "Worker processes that count rate limits in local memory because Redis is unavailable.",
    MetricType::gauge};
constexpr MetricFamily kLocalSince{
    "artifact_share_rate_limits_local_since_timestamp_seconds",
    "Time since which a worker process has counted rate limits in local memory; 0 if none does.",
    MetricType::gauge, MetricMerge::earliest};

constexpr MetricFamily kMaintenanceSuccess{
    "artifact_share_maintenance_last_success_timestamp_seconds",
    "Time of the last successful maintenance run on this host; 0 if none since the host started.",
    MetricType::gauge, MetricMerge::latest};
constexpr MetricFamily kCertificateEnd{
    "artifact_share_certificate_end_timestamp_seconds",
    "Expiry time of the TLS certificate at public_base_url, as last seen by maintenance; 0 if "
    "unknown.",
    MetricType::gauge, MetricMerge::latest};

constexpr MetricFamily kRequests{"artifact_share_http_requests_total", "Completed requests."};
constexpr MetricFamily kDurations{"artifact_share_http_request_duration_seconds",
                                  "Time a worker took to respond.", MetricType::histogram};
constexpr MetricFamily kMaintenanceDurations{"artifact_share_maintenance_duration_seconds",
                                             "Duration of maintenance runs.",
                                             MetricType::histogram};

template <typename Enumerator>
struct Row {
  Enumerator enumerator;
  const MetricFamily* family;
  std::string_view labels;
};

constexpr std::array<Row<Counter>, 35> kCounters{{
    {Counter::database_connection_errors, &kDatabaseErrors, R"(kind="connection")"},
    {Counter::database_statement_errors, &kDatabaseErrors, R"(kind="statement")"},
    {Counter::redis_connection_errors, &kRedisErrors, R"(kind="connection")"},
    {Counter::redis_reply_errors, &kRedisErrors, R"(kind="reply")"},
    {Counter::account_rate_limited, &kRateLimited, R"(by="account")"},
    {Counter::address_rate_limited, &kRateLimited, R"(by="address")"},
    {Counter::right_passwords, &kPasswords, R"(outcome="right")"},
    {Counter::wrong_passwords, &kPasswords, R"(outcome="wrong")"},
    {Counter::refused_passwords, &kPasswords, R"(outcome="refused")"},
    {Counter::pdfs_made, &kPdfs, R"(outcome="made")"},
    {Counter::pdfs_refused, &kPdfs, R"(outcome="refused")"},
    {Counter::pdfs_busy, &kPdfs, R"(outcome="busy")"},
    {Counter::pdfs_failed, &kPdfs, R"(outcome="failed")"},
    {Counter::cards_made, &kCards, R"(outcome="made")"},
    {Counter::cards_refused, &kCards, R"(outcome="refused")"},
    {Counter::cards_busy, &kCards, R"(outcome="busy")"},
    {Counter::cards_failed, &kCards, R"(outcome="failed")"},
    {Counter::render_cache_hits, &kCaches, R"(cache="render",outcome="hit")"},
    {Counter::render_cache_misses, &kCaches, R"(cache="render",outcome="miss")"},
    {Counter::pdf_cache_hits, &kCaches, R"(cache="pdf",outcome="hit")"},
    {Counter::pdf_cache_misses, &kCaches, R"(cache="pdf",outcome="miss")"},
    {Counter::worker_starts, &kStarts, ""},
    {Counter::worker_stops, &kStops, ""},
    {Counter::maintenance_overdue, &kOverdue, ""},
    {Counter::maintenance_done, &kMaintenanceRuns, R"(outcome="done")"},
    {Counter::maintenance_failed, &kMaintenanceRuns, R"(outcome="failed")"},
    {Counter::deleted_artifacts_removed, &kRemoved, R"(rows="deleted_artifacts")"},
    {Counter::expired_artifacts_removed, &kRemoved, R"(rows="expired_artifacts")"},
    {Counter::share_links_removed, &kRemoved, R"(rows="share_links")"},
    {Counter::idempotency_keys_removed, &kRemoved, R"(rows="idempotency_keys")"},
    {Counter::audit_events_removed, &kRemoved, R"(rows="audit_events")"},
    {Counter::sessions_removed, &kRemoved, R"(rows="sessions")"},
    {Counter::api_keys_removed, &kRemoved, R"(rows="api_keys")"},
    {Counter::versions_removed, &kRemoved, R"(rows="versions")"},
    {Counter::uploads_removed, &kRemoved, R"(rows="uploads")"},
}};

constexpr std::array<Row<Gauge>, 8> kGauges{{
    {Gauge::requests_in_flight, &kInFlight, ""},
    {Gauge::worker_processes, &kProcesses, ""},
    {Gauge::worker_threads, &kThreads, ""},
    {Gauge::pdf_processes, &kPdfProcesses, ""},
    {Gauge::rate_limits_local, &kLocal, ""},
    {Gauge::rate_limits_local_since, &kLocalSince, ""},
    {Gauge::maintenance_last_success, &kMaintenanceSuccess, ""},
    {Gauge::certificate_end, &kCertificateEnd, ""},
}};

constexpr bool in_order(const auto& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<std::size_t>(rows[i].enumerator) != i) return false;
  return true;
}
static_assert(in_order(kCounters) && in_order(kGauges),
              "the tables have a row for each enumerator, in the order of the enumeration");

// Every status code that the service uses. Any other is counted as "other".
constexpr std::array kStatuses{200, 201, 202, 204, 206, 301, 303, 304, 400, 401, 403, 404, 405,
                               406, 409, 410, 412, 413, 414, 415, 416, 422, 429, 431, 500, 503};
static_assert(std::is_sorted(kStatuses.begin(), kStatuses.end()), "they are searched by bisection");
constexpr std::size_t kStatusCells = kStatuses.size() + 1;
// One of these is a fault of the service, which is alerted even if it happens once.
constexpr int kInternalError = 500;

// An API request takes about a millisecond, a page a few, a password a tenth of a second, a PDF
// several seconds.
struct Bucket {
  std::uint64_t microseconds;  // inclusive upper bound
  std::string_view seconds;
};
constexpr std::array<Bucket, 16> kBuckets{{{500, "0.0005"},
                                           {1000, "0.001"},
                                           {2500, "0.0025"},
                                           {5000, "0.005"},
                                           {10000, "0.01"},
                                           {25000, "0.025"},
                                           {50000, "0.05"},
                                           {100000, "0.1"},
                                           {250000, "0.25"},
                                           {500000, "0.5"},
                                           {1000000, "1"},
                                           {2500000, "2.5"},
                                           {5000000, "5"},
                                           {10000000, "10"},
                                           {30000000, "30"},
                                           {UINT64_MAX, "+Inf"}}};
constexpr std::size_t kDurationCells = kBuckets.size() + 1;

constexpr std::size_t kFirstView = kCounters.size();
constexpr std::size_t kFirstGauge = kFirstView + kTemplates.size();
constexpr std::size_t kFirstRequest = kFirstGauge + kGauges.size();

std::size_t status_cell(int status) {
  const auto* const found = std::lower_bound(kStatuses.begin(), kStatuses.end(), status);
  return found != kStatuses.end() && *found == status
             ? static_cast<std::size_t>(found - kStatuses.begin())
             : kStatuses.size();
}

std::size_t bucket_cell(std::uint64_t microseconds) {
  const auto* const found = std::find_if(
      kBuckets.begin(), kBuckets.end(),
      [microseconds](const Bucket& bucket) { return microseconds <= bucket.microseconds; });
  return static_cast<std::size_t>(found - kBuckets.begin());
}

std::string label(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text += '"';
  return text;
}

std::string labels_of(const MetricRoute& route) {
  return label("method", route.method) + ',' + label("route", route.pattern);
}

std::string with_bound(const std::string& labels, std::string_view bound) {
  return labels + (labels.empty() ? "" : ",") + label("le", bound);
}

std::string_view type_name(MetricType type) {
  switch (type) {
    case MetricType::gauge:
      return "gauge";
    case MetricType::histogram:
      return "histogram";
    case MetricType::counter:
      break;
  }
  return "counter";
}

// Microseconds as seconds, exactly.
std::string seconds(std::uint64_t microseconds) {
  const std::string fraction = std::to_string(microseconds % 1000000);
  return std::to_string(microseconds / 1000000) + '.' + std::string(6 - fraction.size(), '0') +
         fraction;
}

void write_line(std::string& text, std::string_view name, std::string_view suffix,
                std::string_view labels, std::string_view value) {
  text.append(name).append(suffix);
  if (!labels.empty()) text.append("{").append(labels).append("}");
  text.append(" ").append(value).append("\n");
}

void write_head(std::string& text, const MetricFamily& family) {
  text.append("# HELP ").append(family.name).append(" ").append(family.help);
  text.append("\n# TYPE ").append(family.name).append(" ").append(type_name(family.type));
  text += '\n';
}

// One value, or all cells of a histogram.
void write_cells(std::string& text, std::span<const MetricSeries> series,
                 std::span<const std::uint64_t> values) {
  std::uint64_t observations = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const MetricSeries& one = series[i];
    const std::string_view name = one.family->name;
    switch (one.part) {
      case MetricSeries::Part::value:
        write_line(text, name, "", one.labels, std::to_string(values[i]));
        break;
      case MetricSeries::Part::bucket:
        observations += values[i];
        write_line(text, name, "_bucket", with_bound(one.labels, one.bound),
                   std::to_string(observations));
        break;
      case MetricSeries::Part::sum:
        write_line(text, name, "_sum", one.labels, seconds(values[i]));
        write_line(text, name, "_count", one.labels, std::to_string(observations));
        break;
    }
  }
}

}  // namespace

std::string MetricSeries::name() const {
  std::string text(family->name);
  if (part == Part::sum) text += "_sum";
  text += '{' + (part == Part::bucket ? with_bound(labels, bound) : labels);
  return text + '}';
}

std::vector<MetricSeries> Metrics::series(const std::vector<MetricRoute>& routes) {
  std::vector<MetricRoute> with_none = routes;
  with_none.push_back({"any", "none"});

  using Part = MetricSeries::Part;
  std::vector<MetricSeries> series;
  const auto add = [&series](const auto& row) {
    series.push_back({row.family, std::string(row.labels), Part::value, {}});
  };
  std::for_each(kCounters.begin(), kCounters.end(), add);
  for (const auto& [name, content_template] : kTemplates)
    series.push_back({&kViews, label("template", name), Part::value, {}});
  std::for_each(kGauges.begin(), kGauges.end(), add);
  for (const MetricRoute& route : with_none) {
    for (const int status : kStatuses) {
      series.push_back({&kRequests,
                        labels_of(route) + ',' + label("status", std::to_string(status)),
                        Part::value,
                        {},
                        status == kInternalError});
    }
    series.push_back(
        {&kRequests, labels_of(route) + ',' + label("status", "other"), Part::value, {}});
  }
  const auto add_histogram = [&series](const MetricFamily& family, const std::string& labels,
                                       bool is_shown_at_zero) {
    for (const Bucket& bucket : kBuckets)
      series.push_back({&family, labels, Part::bucket, bucket.seconds, is_shown_at_zero});
    series.push_back({&family, labels, Part::sum, {}, is_shown_at_zero});
  };
  for (const MetricRoute& route : with_none) add_histogram(kDurations, labels_of(route), false);
  add_histogram(kMaintenanceDurations, {}, true);
  return series;
}

Metrics::Metrics(const std::vector<MetricRoute>& routes, std::shared_ptr<Cell[]> cells)
    : routes_(routes.size() + 1), cells_(std::move(cells)) {
  for (const Row<Gauge>& row : kGauges)
    if (row.family->merge != MetricMerge::latest) set(row.enumerator, 0);
}

std::shared_ptr<Metrics::Cell[]> Metrics::new_cells(const std::vector<MetricRoute>& routes) {
  return std::make_unique<Cell[]>(series(routes).size());
}

Metrics& Metrics::unwatched() {
  static Metrics metrics({}, new_cells({}));
  return metrics;
}

Metrics::Cell& Metrics::cell(Gauge gauge) {
  return cell(kFirstGauge + static_cast<std::size_t>(gauge));
}

void Metrics::count_view(Template content_template) {
  add(cell(kFirstView + static_cast<std::size_t>(content_template)), 1);
}

void Metrics::count_request(std::optional<std::size_t> route, int status,
                            std::chrono::microseconds duration) {
  const std::size_t at = route.value_or(routes_ - 1);
  add(cell(kFirstRequest + at * kStatusCells + status_cell(status)), 1);
  observe(kFirstRequest + routes_ * kStatusCells + at * kDurationCells, duration);
}

void Metrics::observe_maintenance(std::chrono::microseconds duration) {
  observe(kFirstRequest + routes_ * (kStatusCells + kDurationCells), duration);
}

void Metrics::observe(std::size_t first_duration_cell, std::chrono::microseconds duration) {
  const auto microseconds =
      static_cast<std::uint64_t>(std::max<std::int64_t>(0, std::int64_t{duration.count()}));
  add(cell(first_duration_cell + bucket_cell(microseconds)), 1);
  add(cell(first_duration_cell + kBuckets.size()), microseconds);
}

std::vector<std::uint64_t> Metrics::values() const {
  std::vector<std::uint64_t> values(kFirstRequest + routes_ * (kStatusCells + kDurationCells) +
                                    kDurationCells);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = cell(i).load(std::memory_order_relaxed);
  return values;
}

std::string to_prometheus_text(const std::vector<MetricSeries>& series,
                               std::span<const std::uint64_t> values) {
  std::string text;
  const MetricFamily* written = nullptr;
  for (std::size_t begin = 0; begin < series.size();) {
    std::size_t end = begin;
    while (series[end].part == MetricSeries::Part::bucket) ++end;
    ++end;
    const auto cells = values.subspan(begin, end - begin);
    if (series[begin].is_shown_at_zero ||
        std::ranges::any_of(cells, [](std::uint64_t value) { return value != 0; })) {
      if (series[begin].family != written) write_head(text, *series[begin].family);
      written = series[begin].family;
      write_cells(text, std::span(series).subspan(begin, end - begin), cells);
    }
    begin = end;
  }
  return text;
}

}  // namespace core
