// Result<T>: a value, or the Error that stands in its place (what std::expected will be in C++23).
//
//   Result<Duration> duration = parse_duration(text);
//   if (!duration) return duration.error();
//   use(*duration);
#pragma once

#include <utility>
#include <variant>

#include "core/error.h"

namespace core {

template <typename T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): `return value;`
  Result(T value) : outcome_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): `return error;`
  Result(Error error) : outcome_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return outcome_.index() == 0; }

  // Only where the Result is true.
  T& operator*() & { return *std::get_if<0>(&outcome_); }
  const T& operator*() const& { return *std::get_if<0>(&outcome_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&outcome_)); }
  T* operator->() { return std::get_if<0>(&outcome_); }
  const T* operator->() const { return std::get_if<0>(&outcome_); }

  // Only where the Result is false.
  const Error& error() const { return *std::get_if<1>(&outcome_); }

 private:
  std::variant<T, Error> outcome_;
};

}  // namespace core
