// Postgres: a connection to PostgreSQL that runs prepared statements.
//
// It connects at its first use, reconnects after its connection was lost, and prepares each
// statement once per connection. Statements are constants next to the function that runs them;
// values are always parameters. The client limits the time of every step but resolving the server's
// name, so a server that hangs, or a network that drops packets, delays it for a bounded time.
//
// Not thread-safe: each worker thread has its own. Rows own their data and may outlive the
// connection.
//
// Throws core::Unavailable if the server cannot be reached or does not respond in time, LockTimeout
// and core::TookTooLong if it does, but gave up a statement, QueryFailed if it rejects one.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <libpq-fe.h>

#include "core/error.h"
#include "core/metrics.h"
#include "db/connection/connector.h"
#include "db/connection/query.h"
#include "db/connection/values.h"

namespace db {

// The server rejected a statement: because of a constraint, a deadlock or a bug.
class QueryFailed : public std::runtime_error {
 public:
  QueryFailed(const std::string& message, std::string sqlstate)
      : std::runtime_error(message), sqlstate_(std::move(sqlstate)) {}
  const std::string& sqlstate() const { return sqlstate_; }
  // The server rolled the transaction back to end a deadlock, or as the schema asks for a new
  // attempt (admit_content()). It can be run again.
  bool asks_for_repetition() const { return sqlstate_ == "40P01" || sqlstate_ == "AS001"; }
  bool is_unique_violation() const { return sqlstate_ == "23505"; }

 private:
  std::string sqlstate_;
};

// Another transaction kept a lock for longer than Connector::Timeouts allows. The connection is
// kept.
class LockTimeout : public core::Unavailable {
 public:
  using Unavailable::Unavailable;
};

// Runs `work`, a transaction, again if PostgreSQL has rolled it back and asks for that; a few times
// at most. So `work` must have no effects outside the database.
template <typename Work>
auto retry_conflicts(const Work& work) {
  constexpr int kAttempts = 5;
  for (int attempt = 1;; ++attempt) {
    try {
      return work();
    } catch (const QueryFailed& failure) {
      if (!failure.asks_for_repetition() || attempt == kAttempts) throw;
    }
  }
}

class Postgres {
 public:
  // Failed and lost connections, and rejected statements, are counted in `metrics`. Both must
  // outlive this object.
  explicit Postgres(Connector& connector, core::Metrics& metrics = core::Metrics::unwatched())
      : connector_(connector), timeouts_(connector.timeouts()), metrics_(metrics) {}

  // Runs a statement that changes nothing. If the connection turns out to be lost, the statement is
  // run once more on a new one.
  template <typename... Values>
  Rows read(const Statement& statement, const Values&... values) {
    return run_read(statement, Parameters(values...));
  }

  template <Text sql, typename... Values>
  Rows read(const Query<sql>& query, const Values&... values) {
    return run_read(query.statement(), Query<sql>::in_order(values...));
  }

  Rows read(const Statement& statement, const Parameters& parameters) {
    return run_read(statement, parameters);
  }

  // Runs a statement that changes something, in a transaction of its own. It is repeated only if it
  // was rolled back to end a deadlock: if the connection is lost meanwhile, it is not known whether
  // the statement took effect. A connection that is known to be lost, or is of an earlier epoch
  // (connector.h) and does not respond, is replaced before.
  template <typename... Values>
  Rows write(const Statement& statement, const Values&... values) {
    return run_write(statement, Parameters(values...));
  }
  template <Text sql, typename... Values>
  Rows write(const Query<sql>& query, const Values&... values) {
    return run_write(query.statement(), Query<sql>::in_order(values...));
  }

  // Runs `task` once the transaction is committed, never if it is rolled back; at once where none
  // is open. It must not throw.
  void when_committed(std::function<void()> task);

  // Runs several statements without parameters, for migrations.
  void run_script(const std::string& sql);

  // For Transaction (below) only.
  void open_transaction(std::function<void()> when_begun);
  void commit();
  void roll_back() noexcept;

  // For SingleSession (below) only.
  void keep_session();
  void release_session() { keeps_session_ = false; }

  // Waits for a notification on the channels of LISTEN, until `descriptor` is readable or the time
  // is over. Returns the payloads received. Requires a connection.
  std::vector<std::string> wait_for_notifications(int descriptor,
                                                  std::chrono::milliseconds longest);

  // Throws core::Unavailable if the existing connection does not respond. Does not reconnect.
  void check_alive();

  // Whether a write would succeed, as far as can be known without writing: the server accepts
  // writes, and has not just reported a full disk.
  bool can_write();

  // The epoch (connector.h) in which the connection was made or last found to respond.
  Connector::Epoch epoch() const { return epoch_; }

  // Connects if there is no connection. True if a new one was made, which has no prepared
  // statements and no channels yet.
  bool connect();

 private:
  // Whether the server has a transaction of this connection.
  bool in_transaction() const { return begun_transactions_ > 0; }
  void begin_transactions();
  void run_when_begun();
  void close_transaction();
  Rows run_read(const Statement& statement, const Parameters& parameters);
  Rows read_once(const Statement& statement, const Parameters& parameters);
  Rows run_write(const Statement& statement, const Parameters& parameters);
  Rows run(const Statement& statement, const Parameters& parameters);
  Rows run_within(std::chrono::milliseconds time, const Statement& statement,
                  const Parameters& parameters);
  void run_text(const std::string& sql, Deadline deadline);
  void prepare(const Statement& statement, const Parameters& parameters, Deadline deadline);
  void send_all(Deadline deadline);
  void enlarge_send_buffer();
  Rows receive(Deadline deadline);
  bool wait_until_ready(short events, Deadline deadline) const;
  bool is_closed_by_server() const;
  bool answers(Deadline deadline);
  void drop_dead_connection();
  std::vector<std::string> take_notifications();
  [[noreturn]] void lose_connection(const std::string& why);

  Connector& connector_;
  const Connector::Timeouts& timeouts_;
  core::Metrics& metrics_;
  Connection connection_{nullptr, &PQfinish};
  Connector::Epoch epoch_ = 0;
  std::unordered_set<const Statement*> prepared_;
  int open_transactions_ = 0;         // each within the one before
  int begun_transactions_ = 0;        // of these, the first
  std::function<void()> when_begun_;  // of the outermost transaction
  struct PendingTask {
    int transaction = 0;  // how many were open
    std::function<void()> run;
  };
  std::vector<PendingTask> when_committed_;
  bool keeps_session_ = false;
};

// Everything within its lifetime happens in one session of the server, which an advisory lock
// belongs to: if the connection is lost, every further statement throws core::Unavailable.
class SingleSession {
 public:
  explicit SingleSession(Postgres& postgres) : postgres_(postgres) { postgres_.keep_session(); }
  SingleSession(const SingleSession&) = delete;
  SingleSession& operator=(const SingleSession&) = delete;
  ~SingleSession() { postgres_.release_session(); }

 private:
  Postgres& postgres_;
};

// A transaction: what is written on the connection during its lifetime takes effect at commit() or
// not at all. The destructor rolls back. It begins with the first write(), so what is read, checked
// and computed before keeps no lock and no row version, and nothing that takes long (waiting for a
// turn, hashing a password, validating content) comes after it. If the connection is lost from then
// on, every further statement throws core::Unavailable.
//
// One within another takes effect with the other, or is rolled back alone (a savepoint).
class Transaction {
 public:
  explicit Transaction(Postgres& postgres) : postgres_(postgres) { postgres_.open_transaction({}); }
  // An outermost one. `when_begun` is called once it has begun, before the first write; what it
  // throws ends the work.
  Transaction(Postgres& postgres, std::function<void()> when_begun) : postgres_(postgres) {
    postgres_.open_transaction(std::move(when_begun));
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (is_open_) postgres_.roll_back();
  }

  // If it throws, it is not known whether the transaction took effect.
  void commit() {
    is_open_ = false;
    postgres_.commit();
  }

 private:
  Postgres& postgres_;
  bool is_open_ = true;
};

// Runs `work` in a transaction, commits, and returns its result. Repeats it after a deadlock, as
// retry_conflicts() does.
template <typename Work>
auto in_transaction(Postgres& postgres, const Work& work) {
  return retry_conflicts([&] {
    Transaction transaction(postgres);
    auto result = work();
    transaction.commit();
    return result;
  });
}

}  // namespace db
