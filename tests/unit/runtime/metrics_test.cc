#include "core/metrics.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "core/configuration.h"
#include "core/error.h"
#include "core/security/cryptography.h"
#include "core/text/encodings.h"
#include "fcgi/response.h"
#include "handlers/routes.h"
#include "runtime/metrics_file.h"

namespace {

using core::Counter;
using core::Gauge;
using core::MetricRoute;
using core::Metrics;
using std::chrono::microseconds;

const std::vector<MetricRoute> kRoutes{{"GET", "/one"}, {"POST", "/two"}};

// The line of a series in the text, or its value's absence.
std::string value_of(const std::string& text, const std::string& series) {
  const std::size_t at = text.find('\n' + series + ' ');
  if (at == std::string::npos) return "none";
  const std::size_t begin = at + series.size() + 2;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string text_of(const Metrics& metrics, const std::vector<MetricRoute>& routes = kRoutes) {
  return to_prometheus_text(Metrics::series(routes), metrics.values());
}

core::Configuration configured(const std::string& more = {}) {
  const core::ConfigurationSources sources{.environment = {}, .read_file = [](const std::string&) {
                                             return "k1 " + core::to_base64(core::sha256("x"));
                                           }};
  return *core::parse_configuration(
      "public_base_url = https://x\ndatabase_url = x\nredis_url = unix:///x\n"
      "signing_keys_file = /x\n" +
          more,
      sources);
}

TEST(Metrics, HaveACellForEachSeries) {
  for (const auto& routes :
       {kRoutes, handlers::metric_routes(configured()), std::vector<MetricRoute>{}}) {
    const Metrics metrics(routes, Metrics::new_cells(routes));
    EXPECT_EQ(Metrics::series(routes).size(), metrics.values().size());
  }
}

TEST(Metrics, IncludeSignUpIfItIsEnabled) {
  const auto routes_of_sign_up = [](const std::vector<MetricRoute>& routes) {
    return std::count_if(routes.begin(), routes.end(), [](const MetricRoute& route) {
      return route.pattern == "/dashboard/sign-up";
    });
  };
  EXPECT_EQ(routes_of_sign_up(handlers::metric_routes(configured())), 0);
  EXPECT_EQ(routes_of_sign_up(handlers::metric_routes(configured("sign_up = on\n"))), 2);
}

// A new host has some hundred routes with 26 statuses and 18 lines of a histogram each.
TEST(Metrics, OfRoutesAreShownOnceThereWasARequest) {
  const auto routes = handlers::metric_routes(configured());
  Metrics metrics(routes, Metrics::new_cells(routes));
  const auto text_now = [&] { return text_of(metrics, routes); };
  const std::string fresh = text_now();
  const auto lines = static_cast<std::size_t>(std::count(fresh.begin(), fresh.end(), '\n'));
  EXPECT_LT(lines, 3 * routes.size() + 150);
  EXPECT_EQ(fresh.find("request_duration_seconds"), fresh.npos);
  // What an alert about an increase begins from.
  const auto requests = [&](std::size_t route, const std::string& status) {
    return "artifact_share_http_requests_total{method=\"" + routes[route].method + "\",route=\"" +
           routes[route].pattern + "\",status=\"" + status + "\"}";
  };
  for (std::size_t i = 0; i < routes.size(); ++i)
    for (const char* status : {"500", "other"})
      EXPECT_EQ(value_of(fresh, requests(i, status)), "0");
  EXPECT_EQ(value_of(fresh, R"(artifact_share_pdfs_total{outcome="failed"})"), "0");
  metrics.count_request(3, 200, microseconds(0));
  const std::string text = text_now();
  EXPECT_EQ(value_of(text, requests(3, "200")), "1");
  EXPECT_EQ(value_of(text, requests(4, "200")), "none");
  const std::string labels = "{method=\"" + routes[3].method + "\",route=\"" + routes[3].pattern;
  EXPECT_EQ(value_of(text, "artifact_share_http_request_duration_seconds_count" + labels + "\"}"),
            "1");
}

TEST(Metrics, CountFromManyThreadsWithoutLoss) {
  Metrics metrics(kRoutes, Metrics::new_cells(kRoutes));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&metrics] {
      for (int n = 0; n < 10000; ++n) {
        const core::Raised in_flight(metrics, Gauge::requests_in_flight);
        metrics.count_request(1, 201, microseconds(3));
        metrics.count(Counter::pdfs_made);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string text = text_of(metrics);
  EXPECT_EQ(
      value_of(text,
               R"(artifact_share_http_requests_total{method="POST",route="/two",status="201"})"),
      "40000");
  EXPECT_EQ(value_of(text, R"(artifact_share_pdfs_total{outcome="made"})"), "40000");
  EXPECT_EQ(value_of(text, "artifact_share_http_requests_in_flight"), "0");
}

TEST(Metrics, CountADurationInEveryBucketAboveIt) {
  Metrics metrics(kRoutes, Metrics::new_cells(kRoutes));
  for (const int duration : {0, 500, 501, 1000000, 1000001, 30000001})
    metrics.count_request(0, 200, microseconds(duration));
  metrics.count_request(0, 200, microseconds(-1));
  const std::string text = text_of(metrics);
  const std::string name = "artifact_share_http_request_duration_seconds";
  const std::string labels = R"(method="GET",route="/one")";
  const auto bucket = [&](const std::string& bound) {
    return value_of(text, name + "_bucket{" + labels + ",le=\"" + bound + "\"}");
  };
  EXPECT_EQ(bucket("0.0005"), "3");
  EXPECT_EQ(bucket("0.001"), "4");
  EXPECT_EQ(bucket("0.5"), "4");
  EXPECT_EQ(bucket("1"), "5");
  EXPECT_EQ(bucket("2.5"), "6");
  EXPECT_EQ(bucket("30"), "6");
  EXPECT_EQ(bucket("+Inf"), "7");
  EXPECT_EQ(value_of(text, name + "_count{" + labels + '}'), "7");
  EXPECT_EQ(value_of(text, name + "_sum{" + labels + '}'), "32.001003");
}

// Alerts take "other" for a fault of the service.
TEST(Metrics, KnowEachStatusOfTheService) {
  std::vector<int> statuses{200, 201, 202, 204, 206, 301, 303, 304, 414, 416, 431};
  for (int code = 0; code <= static_cast<int>(core::ErrorCode::unavailable); ++code)
    statuses.push_back(core::http_status(static_cast<core::ErrorCode>(code)));
  for (const int status : statuses) {
    Metrics metrics(kRoutes, Metrics::new_cells(kRoutes));
    metrics.count_request(0, status, microseconds(1));
    const std::string series = R"(artifact_share_http_requests_total{method="GET",route="/one",)"
                               R"(status=")" +
                               std::to_string(status) + "\"}";
    EXPECT_EQ(value_of(text_of(metrics), series), "1");
    const std::string head = fcgi::Response::plain(status, {}, {}).head();
    EXPECT_EQ(head.find(std::to_string(status) + " Status"), head.npos) << head;
  }
}

TEST(Metrics, CountUnknownValuesAsOther) {
  Metrics metrics(kRoutes, Metrics::new_cells(kRoutes));
  for (const int status : {0, 199, 203, 418, 599})
    metrics.count_request({}, status, microseconds(1));
  EXPECT_EQ(
      value_of(text_of(metrics),
               R"(artifact_share_http_requests_total{method="any",route="none",status="other"})"),
      "5");
}

class MetricsFileTest : public testing::Test {
 protected:
  MetricsFileTest() {
    std::string name = std::filesystem::temp_directory_path() / "metrics-test-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~MetricsFileTest() override { std::filesystem::remove_all(folder_); }

  std::string folder() const { return folder_ / "metrics"; }
  std::size_t files() const {
    const std::filesystem::directory_iterator entries(folder());
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }

 private:
  std::filesystem::path folder_;
};

const std::string kMade = R"(artifact_share_pdfs_total{outcome="made"})";

TEST_F(MetricsFileTest, EachProcessHasItsOwnAndReportsForAll) {
  runtime::HostMetrics one(folder(), kRoutes);
  runtime::HostMetrics other(folder(), kRoutes);
  EXPECT_EQ(files(), 2U);
  one.own().count(Counter::pdfs_made);
  other.own().count(Counter::pdfs_made);
  other.own().set(Gauge::worker_threads, 4);
  for (const auto* asked : {&one, &other}) {
    EXPECT_EQ(value_of(asked->text(), kMade), "2");
    EXPECT_EQ(value_of(asked->text(), "artifact_share_worker_threads"), "4");
  }
}

TEST_F(MetricsFileTest, TheNextProcessContinuesTheCounts) {
  runtime::HostMetrics survivor(folder(), kRoutes);
  for (int start = 0; start < 3; ++start) {
    runtime::HostMetrics metrics(folder(), kRoutes);
    metrics.own().count(Counter::pdfs_made);
    metrics.own().raise(Gauge::pdf_processes);
    EXPECT_EQ(value_of(survivor.text(), "artifact_share_pdf_processes"), "1");
  }
  EXPECT_EQ(files(), 2U);
  EXPECT_EQ(value_of(survivor.text(), kMade), "3");
  EXPECT_EQ(value_of(survivor.text(), "artifact_share_pdf_processes"), "0");
}

TEST_F(MetricsFileTest, ReadsAndContinuesFilesOfAnotherVersion) {
  const std::string request =
      R"(artifact_share_http_requests_total{method="GET",route="/one",status="200"})";
  {
    runtime::HostMetrics old_version(folder(), {{"GET", "/gone"}, {"GET", "/one"}});
    old_version.own().count_request(0, 200, microseconds(1));
    old_version.own().count_request(1, 200, microseconds(1));
    runtime::HostMetrics new_version(folder(), kRoutes);
    EXPECT_EQ(value_of(new_version.text(), request), "1");
    new_version.own().count_request(0, 200, microseconds(1));
    EXPECT_EQ(value_of(old_version.text(), request), "2");
  }
  runtime::HostMetrics successor(folder(), kRoutes);
  successor.own().count_request(0, 200, microseconds(1));
  EXPECT_EQ(value_of(successor.text(), request), "3");
  EXPECT_EQ(successor.text().find("/gone"), std::string::npos);
  EXPECT_EQ(files(), 2U);
}

TEST_F(MetricsFileTest, IgnoresForeignAndDamagedFiles) {
  runtime::HostMetrics metrics(folder(), kRoutes);
  const std::string before = metrics.text();
  const std::string huge = "ASMETR1\n" + std::string(7, '\0') + '\x20' + std::string(48, '\0');
  const std::vector<std::string> texts{"", "ASMETR1\n", std::string(100, '\xff'), huge};
  for (std::size_t i = 0; i < texts.size(); ++i)
    std::ofstream(folder() + "/worker-9" + std::to_string(i)) << texts[i];
  std::ofstream(folder() + "/something") << "else";
  EXPECT_EQ(metrics.text(), before);
}

TEST_F(MetricsFileTest, ReportsTheEarliestTimeOfTheHost) {
  runtime::HostMetrics one(folder(), kRoutes);
  runtime::HostMetrics other(folder(), kRoutes);
  const std::string since = "artifact_share_rate_limits_local_since_timestamp_seconds";
  EXPECT_EQ(value_of(one.text(), since), "0");
  other.own().set(Gauge::rate_limits_local_since, 1900);
  EXPECT_EQ(value_of(one.text(), since), "1900");
  one.own().set(Gauge::rate_limits_local_since, 1800);
  EXPECT_EQ(value_of(other.text(), since), "1800");
}

TEST_F(MetricsFileTest, KeepsTheMetricsOfFinishedMaintenance) {
  const std::string success = "artifact_share_maintenance_last_success_timestamp_seconds";
  runtime::HostMetrics worker(folder(), kRoutes);
  EXPECT_EQ(value_of(worker.text(), success), "0");
  for (const std::uint64_t moment : {1900U, 2000U}) {
    Metrics run({}, runtime::take_maintenance_metrics_file(folder(), Metrics::series({})));
    run.set(Gauge::maintenance_last_success, moment);
    run.count(Counter::share_links_removed, 3);
    run.observe_maintenance(microseconds(700));
    run.raise(Gauge::pdf_processes);
  }
  runtime::HostMetrics later(folder(), kRoutes);
  const std::string text = later.text();
  EXPECT_EQ(value_of(text, success), "2000");
  EXPECT_EQ(value_of(text, R"(artifact_share_maintenance_removed_rows_total{rows="share_links"})"),
            "6");
  EXPECT_EQ(value_of(text, "artifact_share_maintenance_duration_seconds_count"), "2");
  EXPECT_EQ(value_of(text, "artifact_share_maintenance_duration_seconds_sum"), "0.001400");
  EXPECT_EQ(value_of(text, R"(artifact_share_maintenance_duration_seconds_bucket{le="0.001"})"),
            "2");
  EXPECT_EQ(value_of(text, "artifact_share_pdf_processes"), "0");
}

TEST_F(MetricsFileTest, CountsInMemoryWithoutAFolder) {
  for (const std::string& nowhere : {std::string(), std::string("/proc/nothing/metrics")}) {
    runtime::HostMetrics metrics(nowhere, kRoutes);
    metrics.own().count(Counter::pdfs_made);
    EXPECT_EQ(value_of(metrics.text(), kMade), "1") << nowhere;
  }
}

// In a process of its own, whose files may have no more than a few bytes.
[[noreturn]] void take_on_a_full_disk(const std::string& folder) {
  signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100, 100};
  setrlimit(RLIMIT_FSIZE, &small);
  try {
    runtime::take_metrics_file(folder, Metrics::series(kRoutes));
  } catch (const std::runtime_error&) {
    exit(std::filesystem::exists(folder + "/worker-1.new") ? 2 : 0);
  }
  exit(1);
}

TEST_F(MetricsFileTest, FailsOnAFullDiskWithoutAPartialFile) {
  EXPECT_EXIT(take_on_a_full_disk(folder()), testing::ExitedWithCode(0), "");
}

}  // namespace
