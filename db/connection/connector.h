// Deadline: when a step must be done, by the monotonic clock.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <libpq-fe.h>

namespace db {

using Deadline = std::chrono::steady_clock::time_point;

// The milliseconds left, for poll(); 0 if the deadline has passed.
inline int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  return static_cast<int>(
      std::clamp<std::int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

// Connector: makes connections to the PostgreSQL that a libpq connection string names.
//
// If the string names several servers, it tries all of them at once, and uses the first that
// accepts writes (or that meets the string's own target_session_attrs). libpq tries them one after
// the other, so a host that does not respond, for example without power, would use up the whole
// timeout before the server that has taken over is tried.
//
// One for all threads of a process; thread-safe. After a failure one thread at a time retries, and
// the others fail at once, so that an outage does not make every thread wait. If the server
// responds but has no connection left, they wait for one, for as long as an attempt may take: a
// thread that failed at once would take more requests than one that can process them. After an
// outage or a change of server, a new epoch begins: connections of earlier epochs may lead to a
// server that no longer responds, and are replaced.

using Connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;

// The first line of a message of libpq; the others are details.
std::string first_line(const char* message);

// One of the servers of a connection string. Empty members are as in the string, or libpq's
// default.
struct Server {
  std::string host;
  std::string address;
  std::string port;

  bool operator==(const Server&) const = default;
};

// The servers that the string names. One empty Server if it names at most one, cannot be parsed, or
// has an empty name in its list: libpq handles these cases.
std::vector<Server> servers_of(const std::string& connection_string);

// The string as environment variables for programs of PostgreSQL such as pg_dump, so that its
// password is on no command line. Parameters without a variable, such as keepalives, are omitted.
// Throws std::runtime_error if the string cannot be parsed.
std::vector<std::pair<std::string, std::string>> environment_of(
    const std::string& connection_string);

// Throws std::runtime_error with the reason if the text is no connection string of libpq.
void check_connection_string(const std::string& text);

class Connector {
 public:
  struct Timeouts {
    std::chrono::milliseconds connect{1000};
    std::chrono::milliseconds statement{1800};
    // How long a statement waits for a lock of another transaction; 0: as long as for anything.
    std::chrono::milliseconds lock{0};

    // The server cancels a statement a little before, so that its answer comes in time and the
    // connection is kept.
    static std::chrono::milliseconds on_server(std::chrono::milliseconds statement) {
      return statement - statement / 10;
    }
  };

  Connector(std::string connection_string, Timeouts timeouts);

  const Timeouts& timeouts() const { return timeouts_; }

  using Epoch = std::uint64_t;
  struct Made {
    Connection connection;
    Epoch epoch;
  };
  // Throws core::Unavailable, with the message of each server, if none is connected in time.
  Made connect();

  Epoch epoch() const { return epoch_; }

  // Records that the server could not write because its disk is full.
  void note_full_disk();
  // Whether that was recorded within the last ten seconds.
  bool has_met_full_disk() const;

 private:
  bool begin(Deadline deadline);
  Epoch record_success(bool again, const std::string& server);
  void record_failure(bool again);
  Connection try_until(Deadline deadline);
  Connection try_all() const;
  Connection start(const Server& server) const;

  std::string connection_string_;
  Timeouts timeouts_;
  std::string options_;
  std::vector<Server> servers_;

  std::mutex mutex_;
  bool has_failed_ = false;  // the latest attempt
  std::string failure_;      // why the latest one that failed has
  bool is_trying_again_ = false;
  bool is_full_ = false;  // in the latest attempt a server had no connection left
  std::condition_variable turn_;
  std::string latest_server_;
  std::atomic<Epoch> epoch_{0};
  std::atomic<std::chrono::steady_clock::time_point> full_disk_at_{};
};

}  // namespace db
