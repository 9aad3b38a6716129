// artifact-worker: one FastCGI worker process.
//
//   artifact-worker --config FILE [--listen PATH [--listen-pages PATH]] [--check] [--require-ready]
//
// Without --listen, the sockets are those that systemd passes with the names api and pages.
//
// With --require-ready it starts only if a write would succeed: as one that is tried before others
// are stopped. Otherwise it starts without PostgreSQL and Redis too, and uses them once they
// respond.
//
// Exit status: 0 after a clean stop (SIGTERM, SIGINT), 1 if it could not start or had to leave
// requests unfinished, 2 if it was called wrongly.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <malloc.h>
#include <unistd.h>

#include "core/configuration.h"
#include "db/connection/connector.h"
#include "fcgi/worker.h"
#include "runtime/installed.h"
#include "runtime/process.h"
#include "runtime/service_manager.h"
#include "worker/services.h"

namespace {

constexpr const char* kUsage =
    "usage: artifact-worker --config FILE [--listen PATH [--listen-pages PATH]]\n"
    "                       [--check] [--require-ready]\n"
    "\n"
    "  --config FILE        the configuration file, with lines of `name = value`\n"
    "  --listen PATH        create a Unix socket at PATH, for calls of the API; by default systemd "
    "hands\n"
    "                       sockets over\n"
    "  --listen-pages PATH  create a Unix socket at PATH, for pages; without it they come to the "
    "other\n"
    "  --check              check the configuration and exit\n"
    "  --require-ready      exit with the reason unless PostgreSQL and Redis can be used\n"
    "  --version            print the version and the build\n";

struct Arguments {
  std::string config;
  std::optional<std::string> listen;
  std::optional<std::string> listen_pages;
  bool check = false;
  bool require_ready = false;
};

std::optional<Arguments> parse_arguments(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string name = values[i];
    const bool has_value = i + 1 < count;
    if (name == "--check") {
      arguments.check = true;
    } else if (name == "--require-ready") {
      arguments.require_ready = true;
    } else if (name == "--config" && has_value) {
      arguments.config = values[++i];
    } else if (name == "--listen" && has_value) {
      arguments.listen = values[++i];
    } else if (name == "--listen-pages" && has_value) {
      arguments.listen_pages = values[++i];
    } else {
      return std::nullopt;
    }
  }
  if (arguments.config.empty() || (arguments.listen_pages && !arguments.listen))
    return std::nullopt;
  return arguments;
}

fcgi::Sockets open_sockets(const Arguments& arguments,
                           const runtime::ServiceManager& service_manager) {
  using fcgi::ListeningSocket;
  std::optional<ListeningSocket> pages;
  if (arguments.listen) {
    if (arguments.listen_pages) pages.emplace(ListeningSocket::bind(*arguments.listen_pages));
    return {ListeningSocket::bind(*arguments.listen), std::move(pages)};
  }
  const auto& given = service_manager.sockets();
  const auto api = given.find("api");
  if (api == given.end())
    throw std::runtime_error(
        "there is no socket: systemd passes none named api, and --listen is not given");
  if (const auto found = given.find("pages"); found != given.end())
    pages.emplace(ListeningSocket::inherited(found->second));
  return {ListeningSocket::inherited(api->second), std::move(pages)};
}

// The signals that end the process, blocked in every thread and awaited by the first.
sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

// Waits until the process is told to stop. Meanwhile it reports to the service manager as long as
// the worker's threads are alive; without reports, the service manager kills and restarts the
// process.
void wait_for_stop(const sigset_t& signals, const runtime::ServiceManager& service_manager,
                   const fcgi::Worker& worker) {
  if (!service_manager.watchdog()) {
    int received = 0;
    sigwait(&signals, &received);
    return;
  }
  const std::chrono::nanoseconds interval = *service_manager.watchdog() / 3;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(interval);
  const timespec pause{.tv_sec = seconds.count(), .tv_nsec = (interval - seconds).count()};
  do {
    if (worker.is_alive()) {
      service_manager.alive();
    } else {
      runtime::log_event(core::LogLevel::error, "stuck", "a thread has not finished its request");
    }
  } while (sigtimedwait(&signals, nullptr, &pause) < 0);
}

// Returns memory for large bodies and password hashes to the system after use. By default glibc
// raises its threshold for large blocks and keeps them, per thread.
void return_large_blocks() {
  constexpr int kLargeBlockBytes = 256 * 1024;
  mallopt(M_MMAP_THRESHOLD, kLargeBlockBytes);
}

// Notes what it runs, for `artifact-admin check` (cli/checks/host.cc).
std::string status_text(const core::Configuration& configuration) {
  return "version " + std::string(runtime::version()) + ", build " + runtime::build_id() +
         ", configuration " + configuration.digest;
}

void fail(const std::string& message) {
  runtime::write_log_line(core::LogLevel::error, "artifact-worker: " + message);
}

int run(const Arguments& arguments, const core::Configuration& configuration) {
  return_large_blocks();
  runtime::configure_log({.level = configuration.log_level,
                          .sample = configuration.log_sample,
                          .addresses = configuration.log_client_addresses});
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // nginx may be gone when a response is written; only the write should fail.
  signal(SIGPIPE, SIG_IGN);

  const runtime::ServiceManager service_manager;
  fcgi::Sockets sockets = open_sockets(arguments, service_manager);
  worker::Application application(configuration);
  if (arguments.require_ready) {
    if (const std::string problem = application.why_not_ready(); !problem.empty())
      throw std::runtime_error("it would not be ready: " + problem);
  }
  const worker::ThreadDivision threads = worker::divide_threads(configuration.threads);
  fcgi::Worker worker(
      std::move(sockets), {.all = threads.all, .api_only = threads.api_only},
      [&application] { return application.make_dispatcher(); }, application.metrics());
  application.metrics().count(core::Counter::worker_starts);
  service_manager.ready(status_text(configuration));
  runtime::log_event(core::LogLevel::info, "started",
                     "version " + runtime::version_and_build() + ", accepting requests");

  wait_for_stop(signals, service_manager, worker);
  service_manager.stopping();
  application.metrics().count(core::Counter::worker_stops);
  runtime::log_event(core::LogLevel::info, "stopping", "finishing requests in progress");
  application.begin_stop();
  if (!worker.stop(std::chrono::seconds(configuration.drain_seconds))) {
    runtime::log_event(core::LogLevel::error, "stopped", "some requests were not finished");
    _exit(EXIT_FAILURE);
  }
  runtime::log_event(core::LogLevel::info, "stopped", "all requests were answered");
  return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** values) {
  if (count == 2 && values[1] == std::string_view("--version")) {
    std::printf("artifact-worker %s\n", runtime::version_and_build().c_str());
    return EXIT_SUCCESS;
  }
  if (count == 2 && values[1] == std::string_view("--help")) {
    std::fputs(kUsage, stdout);
    return EXIT_SUCCESS;
  }
  const std::optional<Arguments> arguments = parse_arguments(count, values);
  if (!arguments) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  try {
    const core::Result<core::Configuration> configuration =
        runtime::load_configuration(arguments->config);
    if (!configuration) {
      fail(configuration.error().message);
      return EXIT_FAILURE;
    }
    db::check_connection_string(configuration->database_url);
    if (arguments->check) return EXIT_SUCCESS;
    core::Configuration settings = *configuration;
    // One that is tried is no worker of the host, and does not count as a start.
    if (arguments->require_ready) settings.metrics_folder.clear();
    return run(*arguments, settings);
  } catch (const std::exception& exception) {
    fail(exception.what());
    return EXIT_FAILURE;
  }
}
