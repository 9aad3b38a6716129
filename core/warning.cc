#include "core/warning.h"

#include <iterator>

namespace core {
namespace {

void write_warning(JsonWriter& json, const Warning& warning) {
  json.begin_object();
  json.member("code", to_string(warning.code));
  json.member("message", warning.message);
  if (!warning.field.empty()) json.member("field", warning.field);
  write_detected_secret(json, warning.secret);
  json.end_object();
}

}  // namespace

std::string_view to_string(WarningCode code) {
  switch (code) {
    case WarningCode::unknown_field:
      return "unknown_field";
    case WarningCode::read_only_field:
      return "read_only_field";
    case WarningCode::content_not_shown:
      return "content_not_shown";
    case WarningCode::content_empty:
      return "content_empty";
    case WarningCode::unused_member:
      return "unused_member";
    case WarningCode::address_not_loaded:
      return "address_not_loaded";
    case WarningCode::image_not_shown:
      return "image_not_shown";
    case WarningCode::tag_not_shown:
      return "tag_not_shown";
    case WarningCode::diagram_not_shown:
      return "diagram_not_shown";
    case WarningCode::escaped_line_breaks:
      return "escaped_line_breaks";
    case WarningCode::fenced_document:
      return "fenced_document";
    case WarningCode::thoughts_not_shown:
      return "thoughts_not_shown";
    case WarningCode::misspelt_member:
      return "misspelt_member";
    case WarningCode::unknown_format:
      return "unknown_format";
    case WarningCode::unknown_chart_type:
      return "unknown_chart_type";
    case WarningCode::unknown_key:
      return "unknown_key";
    case WarningCode::unclear_notation:
      return "unclear_notation";
    case WarningCode::uneven_rows:
      return "uneven_rows";
    case WarningCode::percent_above_one:
      return "percent_above_one";
    case WarningCode::damaged_pdf:
      return "damaged_pdf";
    case WarningCode::missing_alt:
      return "missing_alt";
    case WarningCode::download_without_file:
      return "download_without_file";
    case WarningCode::sender_not_shown:
      return "sender_not_shown";
    case WarningCode::artifact_deleted:
      return "artifact_deleted";
    case WarningCode::short_password:
      return "short_password";
    case WarningCode::expiry_limited:
      return "expiry_limited";
    case WarningCode::expiry_limited_by_artifact:
      return "expiry_limited_by_artifact";
    case WarningCode::encoded_twice:
      return "encoded_twice";
    case WarningCode::secret_detected:
      return "secret_detected";
    case WarningCode::unsupported_in_pdf:
      return "unsupported_in_pdf";
    case WarningCode::unsupported_in_chart:
      return "unsupported_in_chart";
  }
  return {};
}

void append(std::vector<Warning>& warnings, std::vector<Warning> more) {
  warnings.insert(warnings.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
}

void write_warnings(JsonWriter& json, const std::vector<Warning>& warnings,
                    const std::vector<Warning>& more) {
  if (warnings.empty() && more.empty()) return;
  json.key("warnings").begin_array();
  for (const Warning& warning : warnings) write_warning(json, warning);
  for (const Warning& warning : more) write_warning(json, warning);
  json.end_array();
}

}  // namespace core
