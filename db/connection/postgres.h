// Postgres: a connection to PostgreSQL that runs prepared statements.
//
// It connects at its first use, reconnects after its connection was lost, and prepares each
// statement once per connection. Statements are constants next to the function that runs them;
// values are always parameters. The client limits the time of every step, so a server that hangs,
// or a network that drops packets, delays it for a bounded time.
//
// Not thread-safe: each worker thread has its own. Rows own their data and may outlive the
// connection.
//
// Throws core::Unavailable if the server cannot be reached or does not respond in time, QueryFailed
// if it rejects a statement.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <libpq-fe.h>

#include "core/identity/public_id.h"
#include "core/operation/metrics.h"
#include "core/security/cryptography.h"
#include "core/text/duration.h"
#include "core/text/timestamp.h"
#include "db/connection/connector.h"
#include "db/connection/deadline.h"

namespace db {

struct Statement {
  const char* name;  // unique in the program
  const char* sql;
};

// The server rejected a statement: because of a constraint, a deadlock or a bug.
class QueryFailed : public std::runtime_error {
 public:
  QueryFailed(const std::string& message, std::string sqlstate)
      : std::runtime_error(message), sqlstate_(std::move(sqlstate)) {}
  const std::string& sqlstate() const { return sqlstate_; }
  // The server rolled the transaction back to end a deadlock. It can be run again.
  bool ended_deadlock() const { return sqlstate_ == "40P01"; }
  // Another transaction kept a lock for longer than Connector::Timeouts allows.
  bool gave_up_waiting() const { return sqlstate_ == "55P03"; }
  bool is_unique_violation() const { return sqlstate_ == "23505"; }

 private:
  std::string sqlstate_;
};

// Runs `work`, a transaction, again if PostgreSQL has rolled it back to end a deadlock; a few times
// at most. So `work` must have no effects outside the database.
template <typename Work>
auto retry_deadlocks(const Work& work) {
  constexpr int kAttempts = 5;
  for (int attempt = 1;; ++attempt) {
    try {
      return work();
    } catch (const QueryFailed& failure) {
      if (!failure.ended_deadlock() || attempt == kAttempts) throw;
    }
  }
}

// The parameters of one call, $1 first. A Duration becomes its seconds, as a bigint. Keeps views of
// texts, which must outlive it.
class Parameters {
 public:
  template <typename... Values>
  explicit Parameters(const Values&... values) : Parameters(Count{sizeof...(Values)}) {
    (add(values), ...);
  }
  Parameters(const Parameters&) = delete;
  Parameters& operator=(const Parameters&) = delete;
  ~Parameters();

  const std::vector<Oid>& types() const { return types_; }
  std::vector<const char*> values() const;
  const std::vector<int>& lengths() const { return lengths_; }
  const std::vector<int>& formats() const { return formats_; }
  // The size of all values together.
  std::size_t bytes() const;

 private:
  struct Count {
    std::size_t of_values;
  };
  explicit Parameters(Count count);
  void add(std::string_view text);
  void add(const std::string& text) { add(std::string_view(text)); }
  void add(const char* text) { add(std::string_view(text)); }
  void add(const core::Uuid& uuid);
  void add(const core::Sha256& hash);
  void add(std::int64_t number);
  void add(int number) { add(std::int64_t{number}); }
  void add(bool truth);
  void add(core::Timestamp moment);
  void add(core::Duration duration) { add(duration.seconds()); }
  template <typename Kind>
  void add(const core::PublicId<Kind>& id) {
    add(id.uuid());
  }
  void add(const std::optional<core::Duration>& duration) {
    add(duration ? std::optional(duration->seconds()) : std::nullopt);
  }
  template <typename Value>
  void add(const std::optional<Value>& value) {
    if (value) {
      add(*value);
    } else {
      add(Value{});
      set_last_null();
    }
  }
  void add_binary(Oid type, std::string_view bytes);
  void set_last_null();

  std::vector<Oid> types_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
  // The encoded values, referred to by offset, and views of the caller's texts.
  std::string made_;
  std::vector<std::pair<const char*, std::size_t>> sources_;
};

class Rows;

// One row of a Rows, valid as long as that. Columns are read by position; the type must be the
// column's.
class Row {
 public:
  bool is_null(int column) const;
  std::string_view text(int column) const;
  std::int64_t integer(int column) const;  // smallint, integer or bigint
  bool boolean(int column) const;
  core::Timestamp timestamp(int column) const;
  core::Uuid uuid(int column) const;

  std::optional<std::string> optional_text(int column) const;
  std::optional<std::int64_t> optional_integer(int column) const;
  std::optional<core::Timestamp> optional_timestamp(int column) const;

 private:
  friend class Rows;
  Row(const PGresult* result, int row) : result_(result), row_(row) {}
  std::string_view bytes(int column) const;

  const PGresult* result_;
  int row_;
};

// The result of a statement.
class Rows {
 public:
  explicit Rows(PGresult* result) : result_(result, &PQclear) {}

  int size() const { return PQntuples(result_.get()); }
  bool empty() const { return size() == 0; }
  Row operator[](int row) const { return {result_.get(), row}; }
  // The number of rows that the statement changed.
  std::int64_t affected() const;

 private:
  std::unique_ptr<PGresult, decltype(&PQclear)> result_;
};

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

  // Runs a statement that changes something, in a transaction of its own. It is repeated only if it
  // was rolled back to end a deadlock: if the connection is lost meanwhile, it is not known whether
  // the statement took effect. A connection that is known to be lost, or is of an earlier era
  // (connector.h) and does not respond, is replaced before.
  template <typename... Values>
  Rows write(const Statement& statement, const Values&... values) {
    return run_write(statement, Parameters(values...));
  }

  // Runs several statements without parameters, for migrations.
  void run_script(const std::string& sql);

  // For Transaction (below) only.
  void begin();
  void commit();
  void roll_back() noexcept;

  // Waits for a notification on the channels of LISTEN, until `descriptor` is readable or the time
  // is over. Returns the payloads received. Requires a connection.
  std::vector<std::string> wait_for_notifications(int descriptor,
                                                  std::chrono::milliseconds longest);

  // Throws core::Unavailable if the existing connection does not respond. Does not reconnect.
  void check_alive();

  // Whether a write would succeed, as far as can be known without writing: the server accepts
  // writes, and has not just reported a full disk.
  bool can_write();

  // Connects if there is no connection. True if a new one was made, which has no prepared
  // statements and no channels yet.
  bool connect();

 private:
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
  Connector::Era era_ = 0;
  std::unordered_set<const Statement*> prepared_;
  bool in_transaction_ = false;
};

// A transaction: what is written on the connection during its lifetime takes effect at commit() or
// not at all. The destructor rolls back. If the connection is lost meanwhile, every further
// statement throws core::Unavailable.
class Transaction {
 public:
  explicit Transaction(Postgres& postgres) : postgres_(postgres) { postgres_.begin(); }
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
// retry_deadlocks() does.
template <typename Work>
auto in_transaction(Postgres& postgres, const Work& work) {
  return retry_deadlocks([&] {
    Transaction transaction(postgres);
    auto result = work();
    transaction.commit();
    return result;
  });
}

}  // namespace db
