// Response: an HTTP response, as it is sent to nginx.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"

namespace fcgi {

class Response {
 public:
  static Response json(int status, std::string body);
  static Response html(int status, std::string body);
  static Response plain(int status, std::string_view content_type, std::string body);
  // The API's error object, with the status and headers of its code.
  static Response error(const core::Error& error);
  // 303 See Other, to `location`.
  static Response see_other(std::string location);
  // 301 Moved Permanently, to `location`.
  static Response moved(std::string location);

  // Adds a header. Throws std::logic_error if the value has a control character, which prevents
  // header injection.
  Response& header(std::string_view name, std::string value);

  // The value of a header that was added; empty without one.
  std::string_view header(std::string_view name) const;

  Response& retry_after(std::chrono::seconds wait);
  // Adds the headers of the error: Retry-After. For responses in any form.
  Response& error_headers(const core::Error& error);

  // Keeps an object alive until the response has been written, as the resource that it represents
  // (a turn) is in use until then.
  void keep_until_written(std::shared_ptr<const void> object) { kept_ = std::move(object); }

  // Omits Content-Length from a response to HEAD, if the length would reveal something about
  // content that only GET may reveal.
  void omit_length() { is_length_secret_ = true; }

  // Replaces the body by its encoded form (Content-Encoding; RFC 9110, 8.4).
  void encode(std::string encoded, std::string_view coding);

  int status() const { return status_; }
  void set_status(int status) { status_ = status; }
  const std::string& body() const { return body_; }
  bool is_html() const;
  const std::vector<std::pair<std::string_view, std::string>>& headers() const { return headers_; }

  // The header block for FastCGI: Status, headers, an empty line.
  std::string head() const;

 private:
  Response(int status, std::string_view content_type, std::string body);

  int status_;
  std::vector<std::pair<std::string_view, std::string>> headers_;
  std::string body_;
  bool is_length_secret_ = false;
  std::shared_ptr<const void> kept_;
};

}  // namespace fcgi
