// Result<T>: a value, or the Error that stands in its place (what std::expected will be in C++23).
//
//   Result<Duration> duration = parse_duration(text);
//   if (!duration) return duration.error();
//   use(*duration);
#pragma once

#include <memory>
#include <utility>

#include "core/error.h"

namespace core {

// Moving a T must not throw.
template <typename T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): `return value;`
  Result(T value) : has_value_(true), value_(std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): `return error;`
  Result(const Error& error) : has_value_(false), error_(error) {}
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): `return error;`
  Result(Error&& error) : has_value_(false), error_(std::move(error)) {}

  Result(const Result& other) : has_value_(other.has_value_) { construct(other); }
  Result(Result&& other) noexcept : has_value_(other.has_value_) { construct(std::move(other)); }
  Result& operator=(Result other) noexcept {
    destroy();
    has_value_ = other.has_value_;
    construct(std::move(other));
    return *this;
  }
  ~Result() { destroy(); }

  explicit operator bool() const { return has_value_; }

  // Only where the Result is true.
  T& operator*() & { return value_; }
  const T& operator*() const& { return value_; }
  T&& operator*() && { return std::move(value_); }
  T* operator->() { return &value_; }
  const T* operator->() const { return &value_; }

  // Only where the Result is false.
  const Error& error() const { return error_; }

 private:
  template <typename Other>
  void construct(Other&& other) {
    if (has_value_) {
      std::construct_at(&value_, std::forward<Other>(other).value_);
    } else {
      std::construct_at(&error_, std::forward<Other>(other).error_);
    }
  }
  void destroy() {
    if (has_value_) {
      std::destroy_at(&value_);
    } else {
      std::destroy_at(&error_);
    }
  }

  // A std::variant would take several times as long to compile, for each of hundreds of types.
  bool has_value_;
  union {
    T value_;
    Error error_;
  };
};

}  // namespace core
