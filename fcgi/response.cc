#include "fcgi/response.h"

#include <algorithm>
#include <stdexcept>

namespace fcgi {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 301:
      return "Moved Permanently";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Status";
  }
}

}  // namespace

Response::Response(int status, std::string_view content_type, std::string body)
    : status_(status), body_(std::move(body)) {
  headers_.reserve(14);
  if (!content_type.empty()) headers_.emplace_back("Content-Type", content_type);
  headers_.emplace_back("X-Content-Type-Options", "nosniff");
}

Response Response::json(int status, std::string body) {
  return {status, "application/json", std::move(body)};
}

Response Response::html(int status, std::string body) { return {status, kHtml, std::move(body)}; }

Response Response::plain(int status, std::string_view content_type, std::string body) {
  return {status, content_type, std::move(body)};
}

Response Response::error(const core::Error& error) {
  Response response = json(core::http_status(error.code), core::to_json(error));
  response.error_headers(error);
  return response;
}

Response Response::see_other(std::string location) {
  Response response(303, {}, {});
  response.header("Location", std::move(location));
  return response;
}

Response Response::moved(std::string location) {
  Response response(301, {}, {});
  response.header("Location", std::move(location));
  return response;
}

Response& Response::header(std::string_view name, std::string value) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  if (std::any_of(value.begin(), value.end(), is_control))
    throw std::logic_error("a header's value has a control character");
  headers_.emplace_back(name, std::move(value));
  return *this;
}

std::string_view Response::header(std::string_view name) const {
  const auto found = std::find_if(headers_.begin(), headers_.end(),
                                  [name](const auto& header) { return header.first == name; });
  return found == headers_.end() ? std::string_view() : std::string_view(found->second);
}

Response& Response::retry_after(std::chrono::seconds wait) {
  return header("Retry-After", std::to_string(wait.count()));
}

Response& Response::error_headers(const core::Error& error) {
  if (error.retry_after) return retry_after(*error.retry_after);
  if (error.code == core::ErrorCode::unavailable) retry_after(std::chrono::seconds(1));
  return *this;
}

void Response::encode(std::string encoded, std::string_view coding) {
  body_ = std::move(encoded);
  header("Content-Encoding", std::string(coding));
}

bool Response::is_html() const {
  return std::any_of(headers_.begin(), headers_.end(), [](const auto& header) {
    return header.first == "Content-Type" && header.second == kHtml;
  });
}

std::string Response::head() const {
  std::string text;
  text.reserve(512);
  text.append("Status: ").append(std::to_string(status_)).append(" ").append(reason(status_));
  text.append("\r\n");
  for (const auto& [name, value] : headers_)
    text.append(name).append(": ").append(value).append("\r\n");
  if (status_ != 304 && status_ != 204 && !is_length_secret_)
    text.append("Content-Length: ").append(std::to_string(body_.size())).append("\r\n");
  return text.append("\r\n");
}

}  // namespace fcgi
