#include "db/connection/rows.h"

#include <cstring>
#include <stdexcept>

#include "core/encodings/encoding.h"
#include "core/text/invisible.h"
#include "db/connection/postgres_time.h"

namespace db {

bool Row::is_null(int column) const { return PQgetisnull(result_, row_, column) != 0; }

std::string_view Row::bytes(int column) const {
  return {PQgetvalue(result_, row_, column),
          static_cast<std::size_t>(PQgetlength(result_, row_, column))};
}

std::string_view Row::text(int column) const { return bytes(column); }

std::int64_t Row::integer(int column) const { return core::from_big_endian(bytes(column)); }

bool Row::boolean(int column) const { return bytes(column) == std::string_view("\x01", 1); }

core::Timestamp Row::timestamp(int column) const {
  return from_postgres_microseconds(core::from_big_endian(bytes(column)));
}

core::Uuid Row::uuid(int column) const {
  core::Uuid uuid;
  const std::string_view from = bytes(column);
  if (from.size() != uuid.bytes.size()) throw std::logic_error("the column is not a uuid");
  std::memcpy(uuid.bytes.data(), from.data(), from.size());
  return uuid;
}

std::string Row::name(int column) const { return core::with_hidden_characters_shown(text(column)); }

std::optional<std::string> Row::optional_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return std::string(text(column));
}

std::optional<std::int64_t> Row::optional_integer(int column) const {
  if (is_null(column)) return std::nullopt;
  return integer(column);
}

std::optional<core::Timestamp> Row::optional_timestamp(int column) const {
  if (is_null(column)) return std::nullopt;
  return timestamp(column);
}

std::int64_t Rows::affected() const {
  const char* count = PQcmdTuples(result_.get());
  return *count == '\0' ? 0 : std::stoll(count);
}

}  // namespace db
