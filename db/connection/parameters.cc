#include "db/connection/parameters.h"

#include <algorithm>

#include "core/encodings/encoding.h"
#include "db/connection/postgres_time.h"

namespace db {
namespace {

// The types of parameters, by their numbers in pg_type, which never change.
constexpr Oid kBool = 16;
constexpr Oid kBytea = 17;
constexpr Oid kBigint = 20;
constexpr Oid kText = 25;
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

}  // namespace db
