// Error: a mistake in a request, or something that the service cannot do now, with a code of the
// API specification.
//
// Errors are values: functions that can fail this way return Result<T> (see result.h). The code
// determines the HTTP status; error.cc has the only table. Exceptions are for failures of the
// environment (a bug, a lost database); the dispatcher turns them into an Error.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/secrets/detected_secret.h"

namespace core {

enum class ErrorCode {
  invalid_json,
  invalid_request,
  invalid_template,
  invalid_content,
  invalid_expires_in,
  invalid_cursor,
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
  not_deleted,
  external_id_conflict,
  idempotency_conflict,
  idempotency_in_progress,
  gone,
  disabled,
  precondition_failed,
  payload_too_large,
  unsupported_media_type,
  secret_detected,
  rate_limited,
  internal_error,
  unavailable,
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
  // When to retry, if known.
  std::optional<std::chrono::seconds> retry_after;
  // What else is wrong with the same input, in the order in which it was found. These have no
  // others of their own.
  std::vector<Error> others;
  // What was found in the field, of a secret_detected.
  std::optional<DetectedSecret> secret;

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

}  // namespace core
