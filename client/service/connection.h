// HttpConnection: requests to one service, through libcurl.
//
// The certificate of the service is verified, and redirects are not followed. Proxies are those of
// the environment (https_proxy, no_proxy); a service without TLS, which is on this machine, is
// reached without one. The connection is reused by the next request. One thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "client/service/address.h"
#include "core/text/json.h"
#include "http/transfer.h"

namespace client {

class UploadProgress;

struct ConnectionOptions {
  // A file of certificate authorities, in PEM, to trust instead of the system's.
  std::optional<std::string> ca_certificates = std::nullopt;
  // How long to wait while nothing is sent or received.
  std::chrono::seconds timeout{60};
};

enum class Method { get, post, put, patch, remove };

struct HttpRequest {
  Method method = Method::get;
  std::string path;                                     // from the service's root
  std::vector<std::string> headers = {};                // "Name: value"
  std::string_view accepted = "application/json";       // the media type of the response
  std::optional<std::string_view> body = std::nullopt;  // must outlive the request
  // How long the whole request may take; at most the time-out of the connection.
  std::optional<std::chrono::seconds> timeout = std::nullopt;
};

struct HttpResponse {
  int status = 0;
  std::string body;
  std::string request_id;  // empty if there is none
  std::optional<std::chrono::seconds> retry_after = std::nullopt;
};

// No response, or only a part of one. The message names the host and the reason.
class NetworkFailure : public std::runtime_error {
 public:
  enum class Sent : std::uint8_t { no, perhaps };
  NetworkFailure(const std::string& message, bool is_temporary, Sent sent = Sent::perhaps,
                 std::optional<std::chrono::seconds> retry_after = std::nullopt)
      : std::runtime_error(message),
        is_temporary_(is_temporary),
        sent_(sent),
        retry_after_(retry_after) {}

  // Whether it may be temporary; false for a certificate that is not trusted.
  bool is_temporary() const { return is_temporary_; }
  // Whether the service may have received the request.
  Sent sent() const { return sent_; }
  // The Retry-After of the response, if any.
  std::optional<std::chrono::seconds> retry_after() const { return retry_after_; }

 private:
  bool is_temporary_;
  Sent sent_;
  std::optional<std::chrono::seconds> retry_after_;
};

class HttpConnection {
 public:
  // `progress` must outlive the connection.
  HttpConnection(ServiceUrl service, ConnectionOptions options, UploadProgress& progress);

  const ServiceUrl& service() const { return service_; }

  // Throws NetworkFailure, and WrongUsage if the file of certificate authorities cannot be used.
  HttpResponse send(const HttpRequest& request);

 private:
  void configure(const HttpRequest& request);
  std::chrono::seconds timeout_of(const HttpRequest& request) const;
  std::chrono::seconds connect_timeout_of(const HttpRequest& request) const;
  [[noreturn]] void fail(CURLcode code, const HttpRequest& request) const;

  ServiceUrl service_;
  ConnectionOptions options_;
  UploadProgress& progress_;
  http::Transfer transfer_;
  bool is_sent_ = false;  // whether anything of the latest request may have been sent
};

// Answer: the JSON body of an API response.
class Answer {
 public:
  // Throws Failure if it is not JSON, as when something else than the service responds.
  explicit Answer(std::string body);
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  Answer(Answer&&) = delete;
  Answer& operator=(Answer&&) = delete;
  ~Answer() = default;

  const std::string& text() const { return body_; }
  core::JsonValue root() const { return tree_.root(); }
  // The value of a member. Throws Failure if there is no such string.
  std::string string(std::string_view name) const;

 private:
  static core::JsonTree parse(const std::string& body);

  std::string body_;
  core::JsonTree tree_;
};

// The text of a member of any object: a string, number or boolean; empty if it is absent or null.
std::string member_text(core::JsonValue object, std::string_view name);

// A timestamp of the API as "2026-01-22 12:00 UTC".
std::string readable_time(const std::string& timestamp);

// Prints the service's warnings about an accepted request on standard error.
void print_warnings(const Answer& answer);

// UploadProgress: shows on a terminal how much of a large document has been sent.
class UploadProgress {
 public:
  // Shown only if standard error is a terminal.
  UploadProgress();

  // `sent` of `total` bytes.
  void report(std::int64_t sent, std::int64_t total);
  // Removes what is shown.
  void end();

 private:
  bool is_terminal_;
  int shown_percent_ = -1;  // nothing is shown if negative
};

}  // namespace client
