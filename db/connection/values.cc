#include "db/connection/values.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/text/encodings.h"
#include "core/text/text.h"

namespace db {
namespace {

// Types by their numbers in pg_type, which never change.
constexpr Oid kBool = 16;
constexpr Oid kBytea = 17;
constexpr Oid kName = 19;
constexpr Oid kBigint = 20;
constexpr Oid kSmallint = 21;
constexpr Oid kInteger = 23;
constexpr Oid kText = 25;
constexpr Oid kVarchar = 1043;
constexpr Oid kTextArray = 1009;
constexpr Oid kTimestamptz = 1184;
constexpr Oid kUuid = 2950;

std::string_view bytes_of(const auto& array) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes may be read as bytes.
  return {reinterpret_cast<const char*>(array.data()), array.size()};
}

}  // namespace

Parameters::Parameters(Count count) {
  types_.reserve(count.of_values);
  lengths_.reserve(count.of_values);
  formats_.reserve(count.of_values);
  sources_.reserve(count.of_values);
}
Parameters::~Parameters() = default;

void Parameters::add_binary(Oid type, std::string_view bytes) {
  types_.push_back(type);
  lengths_.push_back(static_cast<int>(bytes.size()));
  formats_.push_back(1);
  sources_.emplace_back(nullptr, made_.size());
  made_ += bytes;
}

void Parameters::add(std::string_view text) {
  types_.push_back(kText);
  lengths_.push_back(static_cast<int>(text.size()));
  // Binary, as text would have to end with a NUL.
  formats_.push_back(1);
  sources_.emplace_back(text.data() == nullptr ? "" : text.data(), 0);
}

void Parameters::add(const core::Uuid& uuid) { add_binary(kUuid, bytes_of(uuid.bytes)); }

void Parameters::add(const core::Sha256& hash) { add_binary(kBytea, bytes_of(hash)); }

void Parameters::add(std::int64_t number) { add_binary(kBigint, core::to_big_endian(number)); }

void Parameters::add(bool truth) {
  add_binary(kBool, std::string_view(truth ? "\x01" : "\x00", 1));
}

void Parameters::add(core::Timestamp moment) {
  add_binary(kTimestamptz, core::to_big_endian(to_postgres_microseconds(moment)));
}

// The format of array_recv(): the number of dimensions, whether there are nulls, the type, the
// length and first index of the dimension; then each element after its length.
void Parameters::add(const TextArray& texts) {
  const auto four_bytes = [](std::int64_t number) { return core::to_big_endian(number).substr(4); };
  std::string bytes = four_bytes(1) + four_bytes(1) + four_bytes(kText) +
                      four_bytes(static_cast<std::int64_t>(texts.size())) + four_bytes(1);
  for (const std::optional<std::string>& text : texts) {
    bytes += four_bytes(text ? static_cast<std::int64_t>(text->size()) : -1);
    if (text) bytes += *text;
  }
  add_binary(kTextArray, bytes);
}

void Parameters::set_last_null() { lengths_.back() = -1; }

std::size_t Parameters::bytes() const {
  std::size_t sum = 0;
  // A null has the length -1.
  for (const int length : lengths_) sum += static_cast<std::size_t>(std::max(length, 0));
  return sum;
}

std::vector<const char*> Parameters::values() const {
  std::vector<const char*> values;
  values.reserve(sources_.size());
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const auto& [text, offset] = sources_[i];
    if (lengths_[i] < 0) {
      values.push_back(nullptr);
    } else {
      values.push_back(text != nullptr ? text : made_.data() + offset);
    }
  }
  return values;
}

int Row::place_of(const char* column) const {
  const int columns = PQnfields(result_);
  for (int i = 0; i < columns; ++i) {
    const int place = (next_ + i) % columns;
    if (std::strcmp(PQfname(result_, place), column) == 0) return next_ = place;
  }
  throw std::logic_error(std::string("the statement has no column ") + column);
}

bool Row::is_null(const char* column) const {
  return PQgetisnull(result_, row_, place_of(column)) != 0;
}

std::string_view Row::bytes(const char* column, std::initializer_list<Oid> types) const {
  const int place = place_of(column);
  const Oid type = PQftype(result_, place);
  if (std::find(types.begin(), types.end(), type) == types.end())
    throw std::logic_error(std::string("the column ") + column + " has another type");
  ++next_;
  return {PQgetvalue(result_, row_, place),
          static_cast<std::size_t>(PQgetlength(result_, row_, place))};
}

std::string_view Row::text(const char* column) const {
  return bytes(column, {kText, kName, kVarchar});
}

std::int64_t Row::integer(const char* column) const {
  return core::from_big_endian(bytes(column, {kBigint, kInteger, kSmallint}));
}

bool Row::boolean(const char* column) const {
  return bytes(column, {kBool}) == std::string_view("\x01", 1);
}

core::Timestamp Row::timestamp(const char* column) const {
  const std::string_view from = bytes(column, {kTimestamptz});
  if (from.empty()) throw std::logic_error(std::string("the column ") + column + " is null");
  return from_postgres_microseconds(core::from_big_endian(from));
}

core::Uuid Row::uuid(const char* column) const {
  core::Uuid uuid;
  const std::string_view from = bytes(column, {kUuid});
  if (from.empty()) throw std::logic_error(std::string("the column ") + column + " is null");
  std::memcpy(uuid.bytes.data(), from.data(), uuid.bytes.size());
  return uuid;
}

core::Sha256 Row::sha256(const char* column) const {
  core::Sha256 hash{};
  const std::string_view from = bytes(column, {kBytea});
  if (from.size() != hash.size())
    throw std::logic_error(std::string("the column ") + column + " is no SHA-256");
  std::memcpy(hash.data(), from.data(), from.size());
  return hash;
}

std::string Row::name(const char* column) const {
  return core::with_hidden_characters_shown(text(column));
}

std::optional<std::string> Row::optional_text(const char* column) const {
  if (is_null(column)) return std::nullopt;
  return std::string(text(column));
}

std::optional<std::int64_t> Row::optional_integer(const char* column) const {
  if (is_null(column)) return std::nullopt;
  return integer(column);
}

std::optional<core::Timestamp> Row::optional_timestamp(const char* column) const {
  if (is_null(column)) return std::nullopt;
  return timestamp(column);
}

std::int64_t Rows::affected() const {
  const char* count = PQcmdTuples(result_.get());
  return *count == '\0' ? 0 : std::stoll(count);
}

}  // namespace db
