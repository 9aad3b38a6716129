#include "core/error.h"

#include <array>
#include <utility>

#include "core/text/json.h"
#include "core/text/json_writer.h"

namespace core {
namespace {

struct CodeRow {
  ErrorCode code;
  std::string_view name;
  int status;
};

constexpr std::array<CodeRow, 41> kTable{{
    {ErrorCode::invalid_json, "invalid_json", 400},
    {ErrorCode::invalid_request, "invalid_request", 400},
    {ErrorCode::invalid_template, "invalid_template", 400},
    {ErrorCode::invalid_content, "invalid_content", 400},
    {ErrorCode::invalid_expires_in, "invalid_expires_in", 400},
    {ErrorCode::invalid_cursor, "invalid_cursor", 400},
    {ErrorCode::too_many_to_sort, "too_many_to_sort", 400},
    {ErrorCode::template_immutable, "template_immutable", 400},
    {ErrorCode::unauthorized, "unauthorized", 401},
    {ErrorCode::forbidden, "forbidden", 403},
    {ErrorCode::account_disabled, "account_disabled", 403},
    {ErrorCode::quota_exceeded, "quota_exceeded", 403},
    {ErrorCode::expiry_not_allowed, "expiry_not_allowed", 403},
    {ErrorCode::password_required, "password_required", 403},
    {ErrorCode::not_found, "not_found", 404},
    {ErrorCode::method_not_allowed, "method_not_allowed", 405},
    {ErrorCode::not_acceptable, "not_acceptable", 406},
    {ErrorCode::artifact_deleted, "artifact_deleted", 409},
    {ErrorCode::artifact_expired, "artifact_expired", 409},
    {ErrorCode::artifact_disabled, "artifact_disabled", 409},
    {ErrorCode::version_conflict, "version_conflict", 409},
    {ErrorCode::version_current, "version_current", 409},
    {ErrorCode::not_deleted, "not_deleted", 409},
    {ErrorCode::external_id_conflict, "external_id_conflict", 409},
    {ErrorCode::edit_not_found, "edit_not_found", 409},
    {ErrorCode::edit_ambiguous, "edit_ambiguous", 409},
    {ErrorCode::append_unsupported, "append_unsupported", 409},
    {ErrorCode::idempotency_conflict, "idempotency_conflict", 409},
    {ErrorCode::idempotency_in_progress, "idempotency_in_progress", 409},
    {ErrorCode::upload_in_progress, "upload_in_progress", 409},
    {ErrorCode::gone, "gone", 410},
    {ErrorCode::disabled, "disabled", 410},
    {ErrorCode::version_erased, "version_erased", 410},
    {ErrorCode::precondition_failed, "precondition_failed", 412},
    {ErrorCode::payload_too_large, "payload_too_large", 413},
    {ErrorCode::unsupported_media_type, "unsupported_media_type", 415},
    {ErrorCode::secret_detected, "secret_detected", 422},
    {ErrorCode::rate_limited, "rate_limited", 429},
    {ErrorCode::internal_error, "internal_error", 500},
    {ErrorCode::unavailable, "unavailable", 503},
    {ErrorCode::timeout, "timeout", 500},
}};

const CodeRow& row(ErrorCode code) { return kTable.at(static_cast<std::size_t>(code)); }

constexpr bool in_order() {
  for (std::size_t i = 0; i < kTable.size(); ++i)
    if (static_cast<std::size_t>(kTable[i].code) != i) return false;
  return true;
}
static_assert(in_order(), "the table has a row for each code, in the order of the enumeration");

void write_problem(JsonWriter& json, const Error& error) {
  json.member("code", to_string(error.code));
  json.member("message", error.sentence());
  write_detected_secret(json, error.secret);
  if (error.current_version) json.member("currentVersion", *error.current_version);
  if (error.field.empty()) return;
  json.member("field", error.field.front() == '/' ? error.field : pointer_to(error.field));
}

void write_listed_problem(JsonWriter& json, const Error& error) {
  json.begin_object();
  write_problem(json, error);
  json.end_object();
}

}  // namespace

Error::Error() = default;
Error::Error(ErrorCode error_code, std::string_view text, std::string_view field_name,
             std::optional<std::chrono::seconds> retry_time, std::vector<Error> more)
    : code(error_code),
      message(text),
      field(field_name),
      retry_after(retry_time),
      others(std::move(more)) {}
Error::Error(const Error& other) = default;
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(const Error& other) = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

std::string Error::sentence() const { return field.empty() ? message : field + ' ' + message; }

std::string_view to_string(ErrorCode code) { return row(code).name; }

int http_status(ErrorCode code) { return row(code).status; }

void add_problem(std::optional<Error>& found, Error problem) {
  if (!found) {
    found = std::move(problem);
    return;
  }
  std::vector<Error> more = std::exchange(problem.others, {});
  found->others.push_back(std::move(problem));
  for (Error& other : more) found->others.push_back(std::move(other));
}

std::string to_json(const Error& error) {
  JsonWriter json;
  json.begin_object();
  json.key("error").begin_object();
  write_problem(json, error);
  if (!error.others.empty()) {
    json.key("errors").begin_array();
    write_listed_problem(json, error);
    for (const Error& other : error.others) write_listed_problem(json, other);
    json.end_array();
  }
  json.end_object();
  json.end_object();
  return json.text();
}

}  // namespace core
