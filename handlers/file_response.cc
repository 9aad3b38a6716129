#include "handlers/file_response.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/text/text.h"
#include "templates/sent_file.h"

namespace handlers {
namespace {

fcgi::Response respond(const rendering::ArtifactFile& file, const core::FilePart& asked,
                       bool is_length_known) {
  const std::string& data = *file.bytes;
  const std::string size = std::to_string(data.size());
  if (std::holds_alternative<core::UnsatisfiableRange>(asked)) {
    fcgi::Response response = fcgi::Response::plain(416, {}, {});
    if (is_length_known) response.header("Content-Range", "bytes */" + size);
    return response;
  }
  const auto* part = std::get_if<core::ByteRange>(&asked);
  if (part == nullptr) return fcgi::Response::plain(200, file.media_type, data);
  fcgi::Response response = fcgi::Response::plain(
      206, file.media_type, data.substr(part->first, part->last - part->first + 1));
  response.header("Content-Range", "bytes " + std::to_string(part->first) + '-' +
                                       std::to_string(part->last) + '/' + size);
  return response;
}

constexpr std::size_t kLongestFileName = 120;

std::string csv_file_name(const std::optional<std::string>& title) {
  const std::string name = templates::bare_file_name(title.value_or(""));
  const std::string start(core::first_code_points(name, kLongestFileName));
  return (start.empty() ? std::string("table") : start) + ".csv";
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Replaces each character that is not ASCII by an underscore.
std::string ascii_name(std::string_view filename) {
  std::string name;
  for (const char c : filename) {
    if (core::is_continuation(c)) continue;
    name += is_ascii(c) ? c : '_';
  }
  return name;
}

// Percent-encodes all but the attr-char of RFC 8187.
std::string extended_value(std::string_view filename) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlainSigns = "!#$&+-.^_`|~";
  std::string value = "UTF-8''";
  for (const char c : filename) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        core::is_letter_or_digit(c) || kPlainSigns.find(c) != std::string_view::npos;
    if (is_plain) {
      value += c;
    } else {
      value.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xfU]});
    }
  }
  return value;
}

}  // namespace

core::RangeRequest wanted_range(const fcgi::Request& request) {
  // Only GET has ranges.
  if (request.method() != fcgi::Method::get || request.has("HTTP_IF_RANGE")) return {};
  return core::RangeRequest::parse(request.parameter("HTTP_RANGE"));
}

fcgi::Response artifact_file_response(const fcgi::Request& request,
                                      const rendering::ArtifactFile& file,
                                      const core::FilePart& part, bool is_length_known) {
  fcgi::Response response = respond(file, part, is_length_known);
  const bool is_download = request.query("download") == "1";
  response.header("Accept-Ranges", "bytes");
  response.header(
      "Content-Disposition",
      content_disposition(is_download ? Disposition::attachment : Disposition::shown_inline,
                          file.name));
  response.keep_until_written(file.turn);
  return response;
}

fcgi::Response artifact_file_response(const fcgi::Request& request,
                                      const rendering::ArtifactFile& file) {
  return artifact_file_response(request, file, wanted_range(request).of(file.bytes->size()));
}

rendering::Form form_of_rows(const fcgi::Request& request) {
  return request.query("format") == "csv" ? rendering::Form::csv : rendering::Form::table_rows;
}

fcgi::Response rows_response(rendering::Form form, const rendering::FormText& rows,
                             const std::optional<std::string>& title,
                             std::shared_ptr<const void> turn) {
  const std::string type = std::string(templates::media_type_of(form)) + "; charset=utf-8";
  fcgi::Response response = fcgi::Response::plain(200, type, rows.text);
  response.header("Content-Disposition",
                  form == rendering::Form::csv
                      ? content_disposition(Disposition::attachment, csv_file_name(title))
                      : std::string("inline"));
  response.keep_until_written(std::move(turn));
  return response;
}

std::string content_disposition(Disposition disposition, std::string_view filename) {
  std::string value = disposition == Disposition::attachment ? "attachment" : "inline";
  value += "; filename=\"" + ascii_name(filename) + '"';
  if (!std::all_of(filename.begin(), filename.end(), is_ascii))
    value += "; filename*=" + extended_value(filename);
  return value;
}

}  // namespace handlers
