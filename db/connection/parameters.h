// Parameters: the values of one call of a statement, in PostgreSQL's binary format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <libpq-fe.h>

#include "core/identity/public_id.h"
#include "core/security/cryptography.h"
#include "core/text/duration.h"
#include "core/text/timestamp.h"

namespace db {

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
  void add(core::Timestamp moment);
  void add(core::Duration duration) { add(duration.seconds()); }
  template <typename Kind>
  void add(const core::PublicId<Kind>& id) {
    add(id.uuid());
  }
  void add(const std::optional<core::Duration>& duration) {
    add(duration ? std::optional(duration->seconds()) : std::nullopt);
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

}  // namespace db
