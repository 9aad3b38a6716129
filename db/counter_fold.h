// CounterFold: counters that wait in a hash of Redis, on their way into PostgreSQL, each exactly
// once.
//
// A fold is named. Its name is kept in the database in the transaction that adds its counters, so
// one that is broken off is finished by the next, and never done twice. Safe to run from several
// hosts at once.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace db {

class Postgres;
class Redis;

// The hash that what waits in `waiting` is put aside to while it is folded. It still counts as
// waiting, for those who want to know what is not in the database yet.
std::string folding(std::string_view waiting);

class CounterFold {
 public:
  // Puts aside what waits in the hash, unless a fold that was broken off is still there.
  CounterFold(Redis& redis, std::string_view waiting);

  // The hash's fields and values; none if nothing waits.
  const std::vector<std::pair<std::string, std::string>>& counters() const { return counters_; }

  // To be called in the transaction that adds the counters. False if that was done before.
  bool claim(Postgres& postgres) const;

  // To be called when the transaction is through: forgets what was put aside.
  void finish();

 private:
  Redis& redis_;
  std::string folding_;
  std::string name_;
  std::vector<std::pair<std::string, std::string>> counters_;
};

}  // namespace db
