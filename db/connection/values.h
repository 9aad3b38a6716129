// The values of a statement: its parameters and the rows of its result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <libpq-fe.h>

#include "core/account.h"
#include "core/enum_words.h"
#include "core/ids.h"
#include "core/security/cryptography.h"
#include "core/time.h"
#include "core/version.h"

namespace db {

// The elements of a text[]; an absent one is null.
using TextArray = std::vector<std::optional<std::string>>;

// Parameters: the values of one call of a statement, in PostgreSQL's binary format.

// $1 first. A Duration becomes its seconds, as a bigint. Keeps views of texts, which must outlive
// it.
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
  void add(const TextArray& texts);
  void add(core::VersionNumber version) { add(version.value()); }
  template <std::size_t most>
  void add(const core::OneLineText<most>& line) {
    add(line.text());
  }
  template <typename Enum>
  requires std::is_enum_v<Enum>
  void add(Enum value) { add(core::word_of(value)); }
  void add(core::Timestamp moment);
  void add(core::Duration duration) { add(duration.seconds()); }
  template <typename Kind>
  void add(const core::PublicId<Kind>& id) {
    add(id.uuid());
  }
  void add(const std::optional<core::Duration>& duration) {
    add(duration ? std::optional(duration->seconds()) : std::nullopt);
  }
  template <std::size_t most>
  void add(const std::optional<core::OneLineText<most>>& line) {
    add(line ? std::optional<std::string_view>(line->text()) : std::nullopt);
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

// Rows: the result of a statement, in PostgreSQL's binary format. Owns its data.
class Rows;

// One row of a Rows, valid as long as that. Its columns have the names that the statement gives
// them. Throws std::logic_error if there is no such column, or if it has another type. A null is
// read as an empty text, 0 or false; an ID, a hash or a time throws.
class Row {
 public:
  bool is_null(const char* column) const;
  std::string_view text(const char* column) const;
  // A name that somebody gave, as it is shown (core/text/text.h): apps, which name themselves, may
  // have hidden characters in it.
  std::string name(const char* column) const;
  std::int64_t integer(const char* column) const;  // smallint, integer or bigint
  bool boolean(const char* column) const;
  core::Timestamp timestamp(const char* column) const;
  core::Uuid uuid(const char* column) const;
  core::Sha256 sha256(const char* column) const;

  std::optional<std::string> optional_text(const char* column) const;
  std::optional<std::int64_t> optional_integer(const char* column) const;
  std::optional<core::Timestamp> optional_timestamp(const char* column) const;

 private:
  friend class Rows;
  Row(const PGresult* result, int row) : result_(result), row_(row) {}
  int place_of(const char* column) const;
  std::string_view bytes(const char* column, std::initializer_list<Oid> types) const;

  const PGresult* result_;
  int row_;
  // Where the next column is looked for first: most are read in the statement's order.
  mutable int next_ = 0;
};

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

// Times as PostgreSQL counts them: microseconds from 2000-01-01T00:00:00Z.

inline constexpr std::int64_t kPostgresEpochMilliseconds = 946684800000;

inline std::int64_t to_postgres_microseconds(core::Timestamp moment) {
  return (moment.unix_milliseconds() - kPostgresEpochMilliseconds) * 1000;
}

inline core::Timestamp from_postgres_microseconds(std::int64_t microseconds) {
  const std::int64_t floor = microseconds / 1000 - (microseconds % 1000 < 0 ? 1 : 0);
  return core::Timestamp::from_unix_milliseconds(floor + kPostgresEpochMilliseconds);
}

}  // namespace db
