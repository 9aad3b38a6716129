#include "db/connection/postgres.h"

#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>

#include "core/out_of_space.h"
#include "core/work_meter.h"

namespace db {
namespace {

// How long a connection may take to show that it has outlived an outage.
constexpr std::chrono::milliseconds kPatienceInDoubt{250};

constexpr Statement kCanWrite{
    "can_write",
    "select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean"
    " as can_write"};
constexpr std::string_view kDiskFull = "53100";
constexpr std::string_view kCanceled = "57014";  // by statement_timeout
constexpr std::string_view kLockNotAvailable = "55P03";
constexpr Statement kBeginTransaction{"transaction_begin", "begin"};
constexpr Statement kCommit{"transaction_commit", "commit"};
constexpr Statement kRollBack{"transaction_roll_back", "rollback"};
// Within another transaction. Savepoints of one name are a stack.
constexpr Statement kSetSavepoint{"transaction_set_savepoint", "savepoint inner_transaction"};
constexpr Statement kReleaseSavepoint{"transaction_release_savepoint",
                                      "release savepoint inner_transaction"};
constexpr Statement kReturnToSavepoint{"transaction_return_to_savepoint",
                                       "rollback to savepoint inner_transaction"};

// Parameters of this size have more time: a second for so many bytes.
constexpr std::size_t kLargeBytes = std::size_t{4} << 20;
constexpr std::size_t kLeastBytesPerSecond = std::size_t{4} << 20;

}  // namespace

void Postgres::lose_connection(const std::string& why) {
  connection_.reset();
  metrics_.count(core::Counter::database_connection_errors);
  throw core::Unavailable("database: " + why);
}

bool Postgres::wait_until_ready(short events, Deadline deadline) const {
  for (;;) {
    pollfd descriptor{PQsocket(connection_.get()), events, 0};
    const int ready = poll(&descriptor, 1, milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return false;
  }
}

bool Postgres::is_closed_by_server() const {
  pollfd descriptor{PQsocket(connection_.get()), POLLIN, 0};
  // Nothing is outstanding, so what there is to read is a notice or the server's reason to close;
  // behind that comes the end of the stream.
  while (poll(&descriptor, 1, 0) > 0) {
    if (PQconsumeInput(connection_.get()) == 0 || PQstatus(connection_.get()) != CONNECTION_OK)
      return true;
  }
  return false;
}

bool Postgres::answers(Deadline deadline) {
  try {
    if (PQsendQuery(connection_.get(), "") == 0) return false;
    send_all(deadline);
    receive(deadline);
    return true;
  } catch (const core::Unavailable&) {
    return false;
  }
}

void Postgres::drop_dead_connection() {
  if (!connection_ || in_transaction() || keeps_session_) return;
  if (is_closed_by_server()) {
    connection_.reset();
  } else if (epoch_ != connector_.epoch()) {
    epoch_ = connector_.epoch();
    if (!answers(std::chrono::steady_clock::now() + kPatienceInDoubt)) connection_.reset();
  }
}

bool Postgres::connect() {
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_OK) return false;
  prepared_.clear();
  if (in_transaction()) throw core::Unavailable("the connection was lost within a transaction");
  if (keeps_session_) throw core::Unavailable("the connection was lost");

  try {
    auto [connection, epoch] = connector_.connect();
    connection_ = std::move(connection);
    epoch_ = epoch;
  } catch (const core::Unavailable& failure) {
    lose_connection(failure.what());
  }
  PQsetnonblocking(connection_.get(), 1);
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  return true;
}

void Postgres::send_all(Deadline deadline) {
  for (;;) {
    const int left = PQflush(connection_.get());
    if (left == 0) return;
    if (left < 0) lose_connection(first_line(PQerrorMessage(connection_.get())));
    // The server may have to be read from before it takes more.
    if (!wait_until_ready(POLLIN | POLLOUT, deadline))
      lose_connection("no answer within the time limit");
    // Not otherwise: it sends as well, and with each piece libpq moves all that is left.
    if (wait_until_ready(POLLIN, std::chrono::steady_clock::now()) &&
        PQconsumeInput(connection_.get()) == 0)
      lose_connection(first_line(PQerrorMessage(connection_.get())));
  }
}

// A local socket takes little at once, and libpq moves all that is left with each piece. The kernel
// grants what its settings allow.
void Postgres::enlarge_send_buffer() {
  constexpr int kBytes = 4 << 20;
  const int descriptor = PQsocket(connection_.get());
  int domain = 0;
  socklen_t size = sizeof domain;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &kBytes, sizeof kBytes);
}

Rows Postgres::receive(Deadline deadline) {
  Rows rows(nullptr);
  for (;;) {
    while (PQisBusy(connection_.get()) != 0) {
      if (!wait_until_ready(POLLIN, deadline)) lose_connection("no answer within the time limit");
      if (PQconsumeInput(connection_.get()) == 0)
        lose_connection(first_line(PQerrorMessage(connection_.get())));
    }
    PGresult* result = PQgetResult(connection_.get());
    if (result == nullptr) break;
    const ExecStatusType status = PQresultStatus(result);
    // The first failure is the one that explains the others.
    rows = Rows(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY)
      continue;
    const char* sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const std::string state = sqlstate == nullptr ? "" : sqlstate;
    const std::string message = first_line(PQresultErrorMessage(result));
    if (state == kDiskFull) {
      connector_.note_full_disk();
      connection_.reset();
      metrics_.count(core::Counter::database_connection_errors);
      throw core::OutOfSpace("database: " + message);
    }
    // Class 57: the server is shutting down. Class 53: it lacks resources. 25006: it is read-only,
    // a standby that was the primary before. 25P03: the transaction was idle for too long.
    if (state.empty() || state.starts_with("57P") || state.starts_with("53") ||
        state.starts_with("08") || state == "25006" || state == "25P03")
      lose_connection(message);
    // Nothing more comes but that the server is ready, once it has rolled back.
    receive(deadline);
    metrics_.count(core::Counter::database_statement_errors);
    if (state == kCanceled) throw core::TookTooLong("database: " + message);
    if (state == kLockNotAvailable) throw LockTimeout("database: " + message);
    throw QueryFailed("database: " + message, state);
  }
  if (PQstatus(connection_.get()) != CONNECTION_OK) lose_connection("the connection was closed");
  return rows;
}

void Postgres::prepare(const Statement& statement, const Parameters& parameters,
                       Deadline deadline) {
  if (prepared_.contains(&statement)) return;
  if (PQsendPrepare(connection_.get(), statement.name, statement.sql,
                    static_cast<int>(parameters.types().size()), parameters.types().data()) == 0)
    lose_connection(first_line(PQerrorMessage(connection_.get())));
  send_all(deadline);
  receive(deadline);
  prepared_.insert(&statement);
}

Rows Postgres::run(const Statement& statement, const Parameters& parameters) {
  connect();
  const std::size_t bytes = parameters.bytes();
  if (bytes < kLargeBytes) return run_within(timeouts_.statement, statement, parameters);

  enlarge_send_buffer();
  // Large content takes longer to send and to write; the server has a limit of its own. A
  // transaction that fails takes the setting back by itself.
  const auto longest = timeouts_.statement + std::chrono::seconds(bytes / kLeastBytesPerSecond);
  const Deadline deadline = std::chrono::steady_clock::now() + timeouts_.statement;
  run_text(
      "set statement_timeout = " + std::to_string(Connector::Timeouts::on_server(longest).count()),
      deadline);
  const auto reset = [&] {
    run_text("reset statement_timeout", std::chrono::steady_clock::now() + timeouts_.statement);
  };
  try {
    Rows rows = run_within(longest, statement, parameters);
    reset();
    return rows;
  } catch (const std::exception&) {
    if (connection_ && !in_transaction()) reset();
    throw;
  }
}

Rows Postgres::run_within(std::chrono::milliseconds time, const Statement& statement,
                          const Parameters& parameters) {
  const Deadline deadline = std::chrono::steady_clock::now() + time;
  prepare(statement, parameters, deadline);
  const std::vector<const char*> values = parameters.values();
  if (PQsendQueryPrepared(connection_.get(), statement.name, static_cast<int>(values.size()),
                          values.data(), parameters.lengths().data(), parameters.formats().data(),
                          1) == 0)
    lose_connection(first_line(PQerrorMessage(connection_.get())));
  send_all(deadline);
  return receive(deadline);
}

Rows Postgres::run_read(const Statement& statement, const Parameters& parameters) {
  if (in_transaction()) return read_once(statement, parameters);
  // A read waits for a table that a migration has locked, and may hold one that this waits for.
  return retry_conflicts([&] { return read_once(statement, parameters); });
}

Rows Postgres::read_once(const Statement& statement, const Parameters& parameters) {
  drop_dead_connection();
  const bool reused = connection_ != nullptr && !in_transaction() && !keeps_session_;
  const auto started = std::chrono::steady_clock::now();
  try {
    return run(statement, parameters);
  } catch (const core::Unavailable&) {
    // A connection that was closed while idle fails at once. What ran out of time is not retried:
    // that would double the time limit.
    const bool timed_out = std::chrono::steady_clock::now() - started >= timeouts_.connect;
    if (!reused || timed_out || connection_) throw;
  }
  return run(statement, parameters);
}

Rows Postgres::run_write(const Statement& statement, const Parameters& parameters) {
  begin_transactions();
  drop_dead_connection();
  // After a deadlock all of a transaction would have to be run again.
  if (in_transaction()) return run(statement, parameters);
  return retry_conflicts([&] { return run(statement, parameters); });
}

bool Postgres::can_write() {
  return run_read(kCanWrite, Parameters())[0].boolean("can_write") &&
         !connector_.has_met_full_disk();
}

void Postgres::open_transaction(std::function<void()> when_begun) {
  if (open_transactions_ == 0) {
    when_committed_.clear();
    when_begun_ = std::move(when_begun);
  }
  ++open_transactions_;
}

// What it writes belongs to the outermost transaction, also if an inner one is rolled back.
void Postgres::run_when_begun() {
  struct Inner {
    int& open;
    const int number;
    ~Inner() { open = number; }
  } const inner{open_transactions_, std::exchange(open_transactions_, 1)};
  std::exchange(when_begun_, {})();
}

// Those that are open and have not begun.
void Postgres::begin_transactions() {
  if (begun_transactions_ == open_transactions_) return;
  if (!in_transaction()) {
    drop_dead_connection();
    run(kBeginTransaction, Parameters());
    begun_transactions_ = 1;
    core::WorkMeter::begin_transaction();
    if (when_begun_) run_when_begun();
  }
  for (; begun_transactions_ < open_transactions_; ++begun_transactions_)
    run(kSetSavepoint, Parameters());
}

// Closes the innermost transaction, which has ended on the server if it had begun.
void Postgres::close_transaction() {
  if (begun_transactions_ == open_transactions_ && --begun_transactions_ == 0)
    core::WorkMeter::end_transaction();
  --open_transactions_;
}

void Postgres::commit() {
  // Until it has run, a lost connection must not be replaced.
  struct End {
    Postgres& postgres;
    bool has_ended = false;
    void now() {
      if (!std::exchange(has_ended, true)) postgres.close_transaction();
    }
    ~End() { now(); }
  } end{*this};
  if (begun_transactions_ == open_transactions_)
    run(open_transactions_ > 1 ? kReleaseSavepoint : kCommit, Parameters());
  end.now();
  for (PendingTask& task : when_committed_)
    task.transaction = std::min(task.transaction, open_transactions_);
  if (open_transactions_ > 0) return;
  for (const PendingTask& task : std::exchange(when_committed_, {})) task.run();
}

void Postgres::when_committed(std::function<void()> task) {
  if (open_transactions_ == 0) return task();
  when_committed_.push_back({open_transactions_, std::move(task)});
}

void Postgres::keep_session() {
  connect();
  keeps_session_ = true;
}

void Postgres::roll_back() noexcept {
  const bool has_begun = begun_transactions_ == open_transactions_;
  close_transaction();
  std::erase_if(when_committed_,
                [this](const PendingTask& task) { return task.transaction > open_transactions_; });
  if (!has_begun || !connection_) return;
  try {
    if (!in_transaction()) {
      run(kRollBack, Parameters());
      return;
    }
    run(kReturnToSavepoint, Parameters());
    run(kReleaseSavepoint, Parameters());
  } catch (const std::exception&) {
    // The connection goes, and the transaction with it.
    connection_.reset();
  }
}

void Postgres::run_script(const std::string& sql) {
  connect();
  run_text(sql, Deadline::max());
}

void Postgres::run_text(const std::string& sql, Deadline deadline) {
  if (PQsendQuery(connection_.get(), sql.c_str()) == 0)
    lose_connection(first_line(PQerrorMessage(connection_.get())));
  send_all(deadline);
  receive(deadline);
}

void Postgres::check_alive() {
  if (!connection_ || PQsendQuery(connection_.get(), "") == 0) lose_connection("not connected");
  const Deadline deadline = std::chrono::steady_clock::now() + timeouts_.statement;
  send_all(deadline);
  receive(deadline);
}

std::vector<std::string> Postgres::take_notifications() {
  if (PQconsumeInput(connection_.get()) == 0)
    lose_connection(first_line(PQerrorMessage(connection_.get())));
  std::vector<std::string> payloads;
  while (PGnotify* notification = PQnotifies(connection_.get())) {
    payloads.emplace_back(notification->extra);
    PQfreemem(notification);
  }
  return payloads;
}

std::vector<std::string> Postgres::wait_for_notifications(int descriptor,
                                                          std::chrono::milliseconds longest) {
  // Some may have come in with the answer to an earlier statement.
  std::vector<std::string> payloads = take_notifications();
  if (!payloads.empty()) return payloads;
  std::array<pollfd, 2> descriptors{
      {{PQsocket(connection_.get()), POLLIN, 0}, {descriptor, POLLIN, 0}}};
  poll(descriptors.data(), descriptors.size(), static_cast<int>(longest.count()));
  return take_notifications();
}

}  // namespace db
