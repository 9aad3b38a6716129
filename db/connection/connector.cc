#include "db/connection/connector.h"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <string_view>
#include <thread>

#include <poll.h>

#include "core/error.h"

namespace db {
namespace {

constexpr const char* kStandardPort = "5432";

// SQLSTATE too_many_connections, as it stands in what a server says: more than max_connections, or
// than the role or the database may have.
constexpr std::string_view kNoConnectionLeft = " 53300: ";
// How often a server without a connection to spare is asked again.
constexpr std::chrono::milliseconds kAskedAgainAfter{50};

constexpr std::chrono::seconds kDiskStaysFull{10};

class NoConnectionLeft : public core::Unavailable {
 public:
  explicit NoConnectionLeft(const std::string& reasons)
      : Unavailable("PostgreSQL has no connection left: " + reasons) {}
};

using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

Options parse(const std::string& connection_string) {
  char* reason = nullptr;
  Options options(PQconninfoParse(connection_string.c_str(), &reason), &PQconninfoFree);
  const std::unique_ptr<char, decltype(&PQfreemem)> owned(reason, &PQfreemem);
  if (options) return options;
  throw std::runtime_error("database_url: " +
                           (reason == nullptr ? "out of memory" : first_line(reason)));
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  if (list.empty()) return parts;
  for (std::size_t comma = 0; (comma = list.find(',')) != list.npos; list.remove_prefix(comma + 1))
    parts.emplace_back(list.substr(0, comma));
  parts.emplace_back(list);
  return parts;
}

struct Attempt {
  Connection connection;
  PostgresPollingStatusType state = PGRES_POLLING_WRITING;
};

// Waits until libpq can go on with one of the attempts. Those that can have their revents set.
std::vector<pollfd> wait_for(const std::vector<Attempt>& attempts, Deadline deadline) {
  std::vector<pollfd> descriptors;
  descriptors.reserve(attempts.size());
  for (const Attempt& attempt : attempts) {
    const short events = attempt.state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    descriptors.push_back({PQsocket(attempt.connection.get()), events, 0});
  }
  // Interrupted, it is as if nothing were ready.
  if (poll(descriptors.data(), descriptors.size(), milliseconds_until(deadline)) < 0)
    for (pollfd& descriptor : descriptors) descriptor.revents = 0;
  return descriptors;
}

std::string name_of(const PGconn* connection) {
  return std::string(PQhost(connection)) + ' ' + PQhostaddr(connection) + ' ' + PQport(connection);
}

void add_reason(std::string& reasons, const std::string& reason) {
  if (!reasons.empty()) reasons += "; ";
  reasons += reason;
}

}  // namespace

std::string first_line(const char* message) {
  const std::string_view text(message);
  return std::string(text.substr(0, text.find('\n')));
}

void check_connection_string(const std::string& text) { parse(text); }

std::vector<std::pair<std::string, std::string>> environment_of(
    const std::string& connection_string) {
  const Options options = parse(connection_string);
  std::vector<std::pair<std::string, std::string>> variables;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr && option->envvar != nullptr)
      variables.emplace_back(option->envvar, option->val);
  }
  return variables;
}

std::vector<Server> servers_of(const std::string& connection_string) {
  const Options options(PQconninfoParse(connection_string.c_str(), nullptr), &PQconninfoFree);
  std::vector<std::string> hosts;
  std::vector<std::string> addresses;
  std::vector<std::string> ports;
  for (const PQconninfoOption* option = options.get();
       option != nullptr && option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    const std::string_view keyword(option->keyword);
    if (keyword == "host") hosts = split(option->val);
    if (keyword == "hostaddr") addresses = split(option->val);
    if (keyword == "port") ports = split(option->val);
  }

  const std::size_t count = std::max(hosts.size(), addresses.size());
  const auto fits = [&](const std::vector<std::string>& list) {
    return list.empty() ||
           (list.size() == count && std::find(list.begin(), list.end(), "") == list.end());
  };
  if (count < 2 || !fits(hosts) || !fits(addresses) || (ports.size() > 1 && ports.size() != count))
    return {Server{}};
  std::vector<Server> servers(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!hosts.empty()) servers[i].host = hosts[i];
    if (!addresses.empty()) servers[i].address = addresses[i];
    // An only port is that of each server, by the string itself.
    if (ports.size() == count) servers[i].port = ports[i].empty() ? kStandardPort : ports[i];
  }
  return servers;
}

Connector::Connector(std::string connection_string, Timeouts timeouts)
    : connection_string_(std::move(connection_string)),
      timeouts_(timeouts),
      // Statements are planned once, for any values: they are made so that one plan is right for
      // all, and too short for compilation or parallel processes, which a plan for any values can
      // ask for where tables are large. A host that vanishes in the middle of a transaction shall
      // not keep its locks: no transaction of ours waits for anything but the database.
      options_("-c statement_timeout=" +
               std::to_string(Timeouts::on_server(timeouts.statement).count()) +
               (timeouts.lock.count() > 0
                    ? " -c lock_timeout=" + std::to_string(timeouts.lock.count())
                    : std::string()) +
               " -c plan_cache_mode=force_generic_plan -c jit=off"
               " -c max_parallel_workers_per_gather=0"
               " -c idle_in_transaction_session_timeout=10s -c tcp_keepalives_idle=10"
               " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"),
      servers_(servers_of(connection_string_)) {}

Connection Connector::start(const Server& server) const {
  struct Word {
    const char* name;
    const char* value;
  };
  // Later words take precedence, and empty ones are ignored: the connection string, at "dbname",
  // over the defaults before it, and this server over the string's list. Keepalives detect within
  // half a minute that a server is gone, also during a long wait.
  const std::array words{Word{"options", options_.c_str()},
                         Word{"fallback_application_name", "artifact-share"},
                         Word{"client_encoding", "UTF8"},
                         Word{"keepalives_idle", "10"},
                         Word{"keepalives_interval", "5"},
                         Word{"keepalives_count", "3"},
                         Word{"tcp_user_timeout", "25000"},
                         Word{"target_session_attrs", servers_.size() > 1 ? "read-write" : ""},
                         Word{"dbname", connection_string_.c_str()},
                         Word{"host", server.host.c_str()},
                         Word{"hostaddr", server.address.c_str()},
                         Word{"port", server.port.c_str()}};
  std::array<const char*, words.size() + 1> names{};
  std::array<const char*, words.size() + 1> values{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    names[i] = words[i].name;
    values[i] = words[i].value;
  }
  Connection connection(PQconnectStartParams(names.data(), values.data(), 1), &PQfinish);
  if (!connection) throw std::bad_alloc();
  // With the SQLSTATE in what the server says against a connection.
  PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE);
  return connection;
}

void Connector::note_full_disk() { full_disk_at_ = std::chrono::steady_clock::now(); }

bool Connector::has_met_full_disk() const {
  const auto at = full_disk_at_.load();
  return at != std::chrono::steady_clock::time_point() &&
         std::chrono::steady_clock::now() - at < kDiskStaysFull;
}

Connector::Made Connector::connect() {
  const Deadline deadline = std::chrono::steady_clock::now() + timeouts_.connect;
  const bool again = begin(deadline);
  try {
    Connection connection = try_until(deadline);
    const Epoch epoch = record_success(again, name_of(connection.get()));
    return {std::move(connection), epoch};
  } catch (...) {
    record_failure(again);
    throw;
  }
}

// Whether the attempt that begins is one after a failure.
bool Connector::begin(Deadline deadline) {
  std::unique_lock lock(mutex_);
  if (is_trying_again_ && !is_full_)
    throw core::Unavailable((failure_.empty() ? "no connection" : failure_) +
                            "; another thread is trying again");
  if (!turn_.wait_until(lock, deadline, [this] { return !is_trying_again_; }))
    throw NoConnectionLeft("another thread is waiting for one");
  is_trying_again_ = has_failed_;
  return has_failed_;
}

Connector::Epoch Connector::record_success(bool again, const std::string& server) {
  const std::lock_guard lock(mutex_);
  // A server that was full has not been away.
  if ((has_failed_ && !is_full_) || server != latest_server_) ++epoch_;
  has_failed_ = false;
  is_full_ = false;
  latest_server_ = server;
  if (again) is_trying_again_ = false;
  turn_.notify_one();
  return epoch_;
}

void Connector::record_failure(bool again) {
  const std::lock_guard lock(mutex_);
  has_failed_ = true;
  if (again) is_trying_again_ = false;
  turn_.notify_one();
}

// At least once, and again while the servers have no connection left.
Connection Connector::try_until(Deadline deadline) {
  for (;;) {
    try {
      return try_all();
    } catch (const NoConnectionLeft&) {
      {
        const std::lock_guard lock(mutex_);
        is_full_ = true;
      }
      if (std::chrono::steady_clock::now() + kAskedAgainAfter >= deadline) throw;
    } catch (const core::Unavailable& error) {
      const std::lock_guard lock(mutex_);
      is_full_ = false;
      failure_ = error.what();
      throw;
    }
    std::this_thread::sleep_for(kAskedAgainAfter);
  }
}

Connection Connector::try_all() const {
  const Deadline deadline = std::chrono::steady_clock::now() + timeouts_.connect;
  std::vector<Attempt> attempts;
  attempts.reserve(servers_.size());
  std::string reasons;
  for (const Server& server : servers_) {
    Connection connection = start(server);
    if (PQstatus(connection.get()) == CONNECTION_BAD) {
      add_reason(reasons, first_line(PQerrorMessage(connection.get())));
    } else {
      attempts.push_back({std::move(connection)});
    }
  }
  while (!attempts.empty()) {
    const std::vector<pollfd> descriptors = wait_for(attempts, deadline);
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      if (descriptors[i].revents == 0) continue;
      Attempt& attempt = attempts[i];
      attempt.state = PQconnectPoll(attempt.connection.get());
      if (attempt.state == PGRES_POLLING_OK) {
        PQsetErrorVerbosity(attempt.connection.get(), PQERRORS_DEFAULT);
        return std::move(attempt.connection);
      }
      if (attempt.state == PGRES_POLLING_FAILED)
        add_reason(reasons, first_line(PQerrorMessage(attempt.connection.get())));
    }
    std::erase_if(attempts,
                  [](const Attempt& attempt) { return attempt.state == PGRES_POLLING_FAILED; });
    if (!attempts.empty() && std::chrono::steady_clock::now() >= deadline) {
      add_reason(reasons, "no connection within the time limit");
      break;
    }
  }
  if (reasons.find(kNoConnectionLeft) != std::string::npos) throw NoConnectionLeft(reasons);
  throw core::Unavailable(reasons);
}

}  // namespace db
