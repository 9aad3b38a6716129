// Connector: makes connections to the PostgreSQL that a libpq connection string names.
//
// Where the string names several servers, all are asked at once, and the first that can be written
// to is taken (or whatever the string's own target_session_attrs says). libpq would ask one after
// the other, and a host that has vanished, as one without power does, would take all the time that
// there is, while the server that has taken over waits behind it.
//
// One for all threads of a process. After a failure one thread at a time tries again, and the
// others fail at once, so that an outage does not have every thread wait for its end. Where the
// server answers and merely has no connection left, they wait for one, for as long as an attempt
// may take: threads that failed at once would draw more work than those that can do it. When it is
// over, or another server has taken over, a new era begins: connections that were made in one
// before may be to a server that has vanished, though nothing has said so.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <libpq-fe.h>

#include "db/connection/deadline.h"

namespace db {

using Connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;

// The first line of what libpq says; the others explain at length.
std::string first_line(const char* message);

// One of the servers of a connection string. What is empty is as the string, or libpq, has it.
struct Server {
  std::string host;
  std::string address;
  std::string port;

  bool operator==(const Server&) const = default;
};

// The servers that the string names; one that says nothing where the string names one or none. So
// too where the string cannot be read, or a name in its list is left out: libpq deals with these.
std::vector<Server> servers_of(const std::string& connection_string);

// The string as the environment variables by which programs of PostgreSQL, as pg_dump, take it, so
// that a password in it is on no command line. What has no variable is left out (keepalives and the
// like). Throws std::runtime_error if the string cannot be read.
std::vector<std::pair<std::string, std::string>> environment_of(
    const std::string& connection_string);

class Connector {
 public:
  struct Timeouts {
    std::chrono::milliseconds connect{1000};
    // The server gives up on a statement at about the time that we do, unless the string itself
    // says otherwise.
    std::chrono::milliseconds statement{1800};
    // How long a statement waits for a lock of another transaction; 0: as long as for anything.
    std::chrono::milliseconds lock{0};
  };

  Connector(std::string connection_string, Timeouts timeouts);

  const Timeouts& timeouts() const { return timeouts_; }

  using Era = std::uint64_t;
  struct Made {
    Connection connection;
    Era era;
  };
  // Throws core::Unavailable, with what each server said, if none is connected in time.
  Made connect();

  Era era() const { return era_; }

  // That the server could not write, as its disk is full; and whether that was within the last ten
  // seconds.
  void note_full_disk();
  bool has_met_full_disk() const;

 private:
  bool begin(Deadline deadline);
  Era end_well(bool again, const std::string& server);
  void end_badly(bool again);
  Connection try_until(Deadline deadline);
  Connection try_all() const;
  Connection start(const Server& server) const;

  std::string connection_string_;
  Timeouts timeouts_;
  std::string options_;
  std::vector<Server> servers_;

  std::mutex mutex_;
  bool has_failed_ = false;  // the latest attempt
  bool is_trying_again_ = false;
  bool is_full_ = false;  // the latest attempt has met servers without a connection to spare
  std::condition_variable turn_;
  std::string latest_server_;
  std::atomic<Era> era_{0};
  std::atomic<std::chrono::steady_clock::time_point> full_disk_at_{};
};

}  // namespace db
