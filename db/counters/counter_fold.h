// CounterFold: moves counters from Redis to PostgreSQL, each exactly once.
//
// Counters are collected in batches. A batch is a Redis hash of bounded size that contains its own
// name. One batch is open: the hash with the name of the counters, "views". It is closed when it is
// full, when it is about to be folded, and when Redis has restarted since it was opened. A closed
// batch is "views:NAME"; it never changes, and its name is in the list "views:closed". The
// transaction that adds a batch's counters to PostgreSQL also stores the batch's name there. So the
// next fold completes one that was interrupted, and a batch that Redis restores from an old
// snapshot after a crash is not added twice.
//
// Safe to run from several hosts at once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace db {

class Postgres;
class Redis;

// Redis does not answer, or refuses a command; what was not added yet stays there.
class CountersUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The fields of a batch that are no counters: its name, and when the oldest batch that waited was
// opened (Unix seconds), as of when this one was.
inline constexpr std::string_view kBatchNameField = "fold";
inline constexpr std::string_view kBatchSinceField = "since";

// Days are numbered from 1970-01-01, in UTC.
inline constexpr std::int64_t kDayMilliseconds = 86'400'000;

// Lua for scripts that count in the hash WAITING:
// - open_batch(WAITING, PROCESS, TIME, FIELD), to be called before; PROCESS is Redis::process(),
//   TIME the reply of Redis's TIME. Returns the batch's name, how many seconds the oldest batch has
//   waited, and the value of a field.
// - close_full_batch(WAITING, NAME), to be called after a field was added.
std::string_view batch_lua();

// The values of each field in the batches that have it. Empty if Redis is unavailable.
using PendingValues = std::vector<std::vector<std::string>>;
PendingValues pending_values(Redis& redis, std::string_view waiting,
                             const std::vector<std::string>& fields);

// The value of a counter, or std::nullopt if the text is not a number.
std::optional<std::int64_t> counter_value(std::string_view text);

// Appends to a list of values that are separated by spaces: the form in which the statements of a
// fold take their rows.
void append_value(std::string& list, std::string_view value);

class CounterFold {
 public:
  using Counters = std::vector<std::pair<std::string, std::string>>;
  // Adds one batch's fields and values to the database, in the current transaction. Returns the
  // number of rows changed.
  using Add = std::function<std::int64_t(const Counters&)>;

  CounterFold(Redis& redis, Postgres& postgres, std::string_view waiting)
      : redis_(redis), postgres_(postgres), waiting_(waiting) {}

  // Folds all batches. Returns the sum of what `add` returned. Throws std::runtime_error if Redis
  // is unavailable; batches folded before that stay folded.
  std::int64_t fold(const Add& add);

  // The same for the batches that contain this field.
  std::int64_t fold_with(const std::string& field, const Add& add);

 private:
  std::int64_t fold_batch(const std::string& name, const Add& add);
  void forget(const std::string& name);
  std::string key_of(const std::string& name) const { return waiting_ + ':' + name; }

  Redis& redis_;
  Postgres& postgres_;
  std::string waiting_;
};

}  // namespace db
