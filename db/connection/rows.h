// Rows: the result of a statement, in PostgreSQL's binary format. Owns its data.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <libpq-fe.h>

#include "core/identity/public_id.h"
#include "core/text/timestamp.h"

namespace db {

class Rows;

// One row of a Rows, valid as long as that. Columns are read by position; the type must be the
// column's.
class Row {
 public:
  bool is_null(int column) const;
  std::string_view text(int column) const;
  // A name that somebody gave, as it is shown (core/text/invisible.h): earlier versions, and those
  // of whom it is only known what they say of themselves, may have stored hidden characters in it.
  std::string name(int column) const;
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

}  // namespace db
