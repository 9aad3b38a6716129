// Error: what a client did wrong, or what the service cannot do right now, as the contract names
// it.
//
// Errors are values: functions that can meet one return Result<T> (see result.h). The code decides
// the HTTP status; the one table of that is in error.cc. Exceptions are kept for the broken world
// (a bug, a lost database) and are turned into an Error in one place, the dispatcher.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

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
  not_found,
  method_not_allowed,
  artifact_deleted,
  artifact_expired,
  artifact_disabled,
  not_deleted,
  idempotency_conflict,
  gone,
  disabled,
  precondition_failed,
  payload_too_large,
  unsupported_media_type,
  rate_limited,
  internal_error,
  unavailable,
};

struct Error {
  ErrorCode code = ErrorCode::internal_error;
  // For the reader: says what would be right. Never a detail of the inside, never a secret. Where
  // `field` is given, it goes on from the field's name: "must be a whole number from 1 to 9".
  std::string message;
  // What of the input is wrong: a member of the body ("expiresIn"), or a JSON Pointer (RFC 6901)
  // into it ("/content/rows/3"). Each adapter calls it by its own name. Empty: all of it, or no
  // input at all.
  std::string field = {};
  // In how long it may be tried again, where that is known.
  std::optional<std::chrono::seconds> retry_after = {};

  // The field's name and the message.
  std::string sentence() const { return field.empty() ? message : field + ' ' + message; }
};

// The code as it stands in the error object: "invalid_json".
std::string_view to_string(ErrorCode code);

// The HTTP status that belongs to the code.
int http_status(ErrorCode code);

// The error object of the API: {"error":{"code":…,"message":…,"field":…}}, the field as a JSON
// Pointer from the body's root, where there is one.
std::string to_json(const Error& error);

}  // namespace core
