// Response: what goes back to nginx, written once.
#pragma once

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
  // The API's error object, with the status of its code and the headers that belong to that.
  static Response error(const core::Error& error);
  // 303: the client is to GET `location`.
  static Response see_other(std::string location);
  // 301: what is asked for is at `location`, and always will be.
  static Response moved(std::string location);

  // Adds a header. Throws std::logic_error if the value has a control character, so that no value
  // can ever become a second header.
  Response& header(std::string_view name, std::string value);

  // Keeps an object until the answer has been written: what it stands for takes a thread so long.
  void keep_until_written(std::shared_ptr<const void> object) { kept_ = std::move(object); }

  int status() const { return status_; }
  void set_status(int status) { status_ = status; }
  const std::string& body() const { return body_; }
  const std::vector<std::pair<std::string_view, std::string>>& headers() const { return headers_; }

  // What FastCGI sends before the body: Status, headers, an empty line.
  std::string head() const;

 private:
  Response(int status, std::string_view content_type, std::string body);

  int status_;
  std::vector<std::pair<std::string_view, std::string>> headers_;
  std::string body_;
  std::shared_ptr<const void> kept_;
};

}  // namespace fcgi
