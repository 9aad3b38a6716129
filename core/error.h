// Error: a mistake in a request, or something that the service cannot do now, with a code of the
// API specification.
//
// Errors are values: functions that can fail this way return Result<T>. The code
// determines the HTTP status; error.cc has the only table. Exceptions are for failures of the
// environment (a bug, a lost database); the dispatcher turns them into an Error.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/security/secret_scanner.h"

namespace core {

enum class ErrorCode {
  invalid_json,
  invalid_request,
  invalid_template,
  invalid_content,
  invalid_expires_in,
  invalid_cursor,
  too_many_to_sort,
  template_immutable,
  unauthorized,
  forbidden,
  account_disabled,
  quota_exceeded,
  expiry_not_allowed,
  password_required,
  not_found,
  method_not_allowed,
  not_acceptable,
  artifact_deleted,
  artifact_expired,
  artifact_disabled,
  version_conflict,
  version_current,
  not_deleted,
  external_id_conflict,
  edit_not_found,
  edit_ambiguous,
  append_unsupported,
  idempotency_conflict,
  idempotency_in_progress,
  upload_in_progress,
  gone,
  disabled,
  version_erased,
  precondition_failed,
  payload_too_large,
  unsupported_media_type,
  secret_detected,
  rate_limited,
  internal_error,
  unavailable,
  timeout,
};

// What is done with errors is compiled once, in error.cc: nearly every function can return one.
struct Error {
  Error();
  Error(ErrorCode error_code, std::string_view text, std::string_view field_name = {},
        std::optional<std::chrono::seconds> retry_time = {}, std::vector<Error> more = {});
  Error(const Error& other);
  Error(Error&& other) noexcept;
  Error& operator=(const Error& other);
  Error& operator=(Error&& other) noexcept;
  ~Error();

  ErrorCode code = ErrorCode::internal_error;
  // For the reader: says what would be valid, without internal details or secrets. With a `field`,
  // it continues the field's name: "must be a whole number from 1 to 9".
  std::string message;
  // The invalid part of the input: a member of the body ("expiresIn"), or a JSON Pointer (RFC 6901)
  // into it ("/content/rows/3"). Each adapter shows its own name for it. Empty: the whole input, or
  // none.
  std::string field;
  // Where in the text that the input or its field is, if known: a line, from 1.
  std::optional<std::int64_t> line;
  // When to retry, if known.
  std::optional<std::chrono::seconds> retry_after;
  // Further errors of the same input, in the order in which it was found. These have no
  // others of their own.
  std::vector<Error> others;
  // What was found in the field, of a secret_detected.
  std::optional<DetectedSecret> secret;
  // The number of the artifact's version, of a version_conflict.
  std::optional<int> current_version;

  // The field's name and the message.
  std::string sentence() const;
};

// The code as in the error object: "invalid_json".
std::string_view to_string(ErrorCode code);

// The HTTP status of the code.
int http_status(ErrorCode code);

// Adds `problem`, and its others, to what was found before.
void add_problem(std::optional<Error>& found, Error problem);

// The API's error object: {"error":{"code":…,"message":…,"field":…,"errors":[…]}}, with the field,
// if any, as a JSON Pointer from the body's root. If there are others, `errors` has this error and
// them.
std::string to_json(const Error& error);

// Result<T>: a value, or the Error that stands in its place (what std::expected will be in C++23).
//
//   Result<Duration> duration = parse_duration(text);
//   if (!duration) return duration.error();
//   use(*duration);

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

// Unavailable: thrown when a part that the service depends on (the database) cannot be reached or
// does not respond in time. The dispatcher responds with 503.
class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// TookTooLong: thrown when the database was reached, but could not do within its time limit what
// was asked of it, and has undone it. To try again would take as long, so the dispatcher responds
// with 500, which clients do not repeat.
class TookTooLong : public Unavailable {
 public:
  using Unavailable::Unavailable;
};

}  // namespace core
