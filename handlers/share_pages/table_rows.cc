#include "handlers/share_pages/table_rows.h"

#include <utility>

#include "core/text/utf8.h"
#include "handlers/share_pages/content_disposition.h"
#include "templates/file_name.h"

namespace handlers {
namespace {

constexpr std::size_t kLongestFileName = 120;

std::string csv_file_name(const std::optional<std::string>& title) {
  const std::string name = templates::bare_file_name(title.value_or(""));
  const std::string start(core::first_code_points(name, kLongestFileName));
  return (start.empty() ? std::string("table") : start) + ".csv";
}

}  // namespace

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

}  // namespace handlers
