#include "fcgi/worker.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <fcgiapp.h>

#include "core/cpu_limit.h"
#include "core/time.h"
#include "core/work_meter.h"
#include "fcgi/connection.h"
#include "fcgi/request_log.h"

namespace fcgi {
namespace {

// An idle thread reports this often that it is alive, and no request takes this long: nginx itself
// waits for 30 seconds.
constexpr auto kIdle = std::chrono::seconds(10);
constexpr auto kLongestSilence = std::chrono::seconds(60);
// nginx closes its idle connections within two seconds (keepalive_time and keepalive_timeout of the
// upstreams). Connections that are idle after this time are abandoned.
constexpr auto kLongestKept = std::chrono::seconds(5);

void serve(Connection& connection, Dispatcher& dispatcher, core::Metrics& metrics) {
  const core::CallerSocket caller(connection.descriptor());
  const auto started = std::chrono::steady_clock::now();
  core::WorkMeter meter;
  const core::Raised in_flight(metrics, core::Gauge::requests_in_flight);
  Request request(connection.parameters(), connection.body(),
                  core::RequestId::generate(core::now()));
  const Answer answer = dispatcher.answer(request);
  connection.answer(answer.response.head(),
                    request.method() == Method::head ? "" : answer.response.body());
  const auto duration = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started);
  metrics.count_request(answer.endpoint, answer.response.status(), duration);
  LogLine line = request_line(request, answer, duration, meter.cost());
  connection.finish();
  log_request(std::move(line));
}

}  // namespace

Worker::Worker(Sockets sockets, ThreadCounts threads, const MakeDispatcher& make_dispatcher,
               core::Metrics& metrics)
    : intake_(std::move(sockets), threads.all - threads.api_only),
      metrics_(metrics),
      running_(threads.all),
      heartbeats_(threads.all) {
  if (FCGX_Init() != 0) throw std::runtime_error("FCGX_Init failed");
  for (unsigned i = 0; i < threads.all; ++i) dispatchers_.push_back(make_dispatcher());
  threads_.reserve(threads.all);
  try {
    for (unsigned i = 0; i < threads.all; ++i) {
      heartbeats_[i] = Clock::now().time_since_epoch().count();
      threads_.emplace_back([this, i] { run_thread(*dispatchers_[i], heartbeats_[i]); });
    }
  } catch (...) {
    intake_.end();
    for (std::thread& thread : threads_) thread.join();
    throw;
  }
}

bool Worker::is_alive() const {
  const Clock::rep oldest = (Clock::now() - kLongestSilence).time_since_epoch().count();
  return std::all_of(heartbeats_.begin(), heartbeats_.end(),
                     [oldest](const Heartbeat& sign) { return sign >= oldest; });
}

bool Worker::stop(std::chrono::seconds longest) {
  constexpr auto kPause = std::chrono::milliseconds(5);
  const auto told = Clock::now();
  const auto deadline = told + longest;
  intake_.close_entrance();
  while (intake_.connections() > 0 && Clock::now() < deadline) {
    if (busy_ == 0 && Clock::now() > told + kLongestKept) break;
    std::this_thread::sleep_for(kPause);
  }
  intake_.end();
  while (running_ > 0 && Clock::now() < deadline) std::this_thread::sleep_for(kPause);
  if (running_ > 0) {
    for (std::thread& thread : threads_) thread.detach();
    return false;
  }
  for (std::thread& thread : threads_) thread.join();
  return true;
}

void Worker::run_thread(Dispatcher& dispatcher, Heartbeat& heartbeat) {
  const auto beat = [&] { heartbeat = Clock::now().time_since_epoch().count(); };
  while (!intake_.has_ended()) {
    beat();
    Connection* connection = intake_.wait(kIdle);
    if (connection == nullptr) continue;
    ++busy_;
    while (connection != nullptr) {
      beat();
      if (connection->read_request()) serve(*connection, dispatcher, metrics_);
      connection = intake_.give_back(*connection);
    }
    --busy_;
  }
  --running_;
}

}  // namespace fcgi
