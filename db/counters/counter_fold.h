// CounterFold: counters that wait in Redis, on their way into PostgreSQL, each exactly once.
//
// They wait in batches, each a hash of bounded size that has its name in it from the beginning. One
// batch is open: the hash that is named as the counters are, "views". It is closed when it is full,
// when it is to be folded, and when Redis has been started since it was begun; a closed batch is
// "views:NAME", never changed again, and its name stands in the list "views:closed". A batch's name
// is kept in the database in the transaction that adds its counters. So a fold that is broken off
// is finished by the next; and what Redis, having crashed, has back from an older snapshot is not
// added again, as it has the same name and nothing new in it.
//
// Safe to run from several hosts at once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace db {

class Postgres;
class Redis;

// The field of a batch that holds its name.
inline constexpr std::string_view kBatchNameField = "fold";

// Lua for scripts that count. open_batch(WAITING, PROCESS) is to be called before anything is added
// to the hash WAITING; PROCESS is Redis::process(). Gives for how many seconds the oldest batch has
// waited.
std::string_view open_batch_lua();

// What waits of each field, in all batches: the sum, or the latest of moments (fields "used:…" and
// "…:last"). Empty if Redis does not answer.
std::vector<std::int64_t> waiting_counters(Redis& redis, std::string_view waiting,
                                           const std::vector<std::string>& fields);

class CounterFold {
 public:
  using Counters = std::vector<std::pair<std::string, std::string>>;
  // Adds one batch's fields and values to the database, in a transaction that is open, and says to
  // how many rows.
  using Add = std::function<std::int64_t(const Counters&)>;

  CounterFold(Redis& redis, Postgres& postgres, std::string_view waiting)
      : redis_(redis), postgres_(postgres), waiting_(waiting) {}

  // Folds all that waits, and gives the sum of what `add` said. Throws std::runtime_error if Redis
  // does not answer; what was folded until then is.
  std::int64_t fold(const Add& add);

  // The same of those batches alone that have this field.
  std::int64_t fold_with(const std::string& field, const Add& add);

 private:
  std::int64_t fold_batch(const std::string& name, const Add& add);
  std::int64_t fold_in_pieces(const std::string& name, const Add& add);
  void forget(const std::string& name);
  std::string key_of(const std::string& name) const { return waiting_ + ':' + name; }

  Redis& redis_;
  Postgres& postgres_;
  std::string waiting_;
};

}  // namespace db
