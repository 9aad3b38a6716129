// Counters on their way from Redis to PostgreSQL.
//
// They are fields of a Redis hash, such as "views". Maintenance puts the hash aside, as
// "views:taken", and adds its counters to their rows, in steps that it can be interrupted between.
// A crash of Redis loses what it had not written to its disk, or brings back what was just added,
// which then counts twice: usually the counts of the last minute.
#pragma once

#include <cstddef>
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

// Days are numbered from 1970-01-01, in UTC.
inline constexpr std::int64_t kDayMilliseconds = 86'400'000;

// Lua for scripts that count in the hash WAITING: seconds_waiting(WAITING, NOW), NOW in Unix
// seconds, returns for how long the oldest counter has waited.
std::string_view waiting_lua();

// Fields and their values.
using Counters = std::vector<std::pair<std::string, std::string>>;

// Adds counters to rows, in the current transaction. Returns the number of rows changed.
using AddCounters = std::function<std::int64_t(const Counters&)>;

// Adds all counters that wait, and returns the sum of what `add` returned. Safe to run from several
// hosts at once. Throws CountersUnavailable; what was added before that stays added.
std::int64_t add_waiting(Redis& redis, Postgres& postgres, std::string_view waiting,
                         const AddCounters& add);

// The same for one counter. Does nothing if Redis is unavailable.
std::int64_t add_waiting(Redis& redis, Postgres& postgres, std::string_view waiting,
                         const std::string& field, const AddCounters& add);

struct WaitingCounter {
  std::size_t place = 0;  // of its field in the list
  std::string value;
};

// The counters of these fields, those that were put aside too, so a field may be there twice. Empty
// if Redis is unavailable.
std::vector<WaitingCounter> waiting_counters(Redis& redis, std::string_view waiting,
                                             const std::vector<std::string>& fields);

// The value of a counter, or std::nullopt if the text is not a number.
std::optional<std::int64_t> counter_value(std::string_view text);

// Appends to a list of values that are separated by spaces: the form in which statements that add
// counters take their rows.
void append_value(std::string& list, std::string_view value);

}  // namespace db
