// Request: one HTTP request as nginx hands it over by FastCGI, parsed once.
//
// The path is taken from REQUEST_URI, which nginx passes on as the client sent it, and never
// decoded: no path of the service needs an encoded character, so one that has any is simply not
// found. Query parameters are decoded once and checked. The body is read when the dispatcher gets
// that far.
//
// Views point into the FastCGI parameters, which outlive the request's handling. One thread's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/identity/public_id.h"
#include "core/result.h"
#include "core/text/form.h"

namespace fcgi {

enum class Method { get, head, post, put, patch, delete_, options, other };

std::string_view to_string(Method method);

// Where the body comes from: nginx's stream, or a test's string.
class BodySource {
 public:
  BodySource() = default;
  BodySource(const BodySource&) = delete;
  BodySource& operator=(const BodySource&) = delete;
  virtual ~BodySource() = default;

  // Up to `size` bytes; 0 at the end.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

class Request {
 public:
  // `parameters` is FastCGI's list of NAME=value texts, ended by a null pointer.
  Request(const char* const* parameters, BodySource& body, core::RequestId id);

  const core::RequestId& id() const { return id_; }
  Method method() const { return method_; }
  // As sent, without the query: "/api/artifacts".
  std::string_view path() const { return path_; }
  std::string_view client_address() const { return parameter("REMOTE_ADDR"); }

  // The value of a header, a null view if it was not sent. By its FastCGI name:
  // "HTTP_AUTHORIZATION".
  std::string_view parameter(std::string_view name) const;

  // Whether a header was sent, be it with an empty value.
  bool has(std::string_view name) const { return parameter(name).data() != nullptr; }

  // The value of a cookie (RFC 6265, 4.2.1); empty if it was not sent.
  std::string_view cookie(std::string_view name) const;

  // A query parameter, decoded; nothing if it was not sent, or the query has a problem.
  std::optional<std::string> query(std::string_view name) const;

  // What is wrong with the query as a whole (invalid_request), if anything: it cannot be decoded,
  // or a parameter stands in it twice. The dispatcher looks at it before calls that need a key;
  // whoever opens a page with such a query is answered as if it were empty.
  std::optional<core::Error> query_problem() const;

  // What stood at {name} in the route's pattern; empty if the pattern has no such part.
  std::string_view path_part(std::string_view name) const;
  void set_path_parts(std::vector<std::pair<std::string_view, std::string_view>> parts);

  // Reads the body to its end. Errors: payload_too_large past `limit` bytes, invalid_request if it
  // ends before the announced length.
  std::optional<core::Error> read_body(std::size_t limit);
  const std::string& body() const { return body_; }

  // Reads the body, which is an HTML form. Errors: as read_body() and core::parse_form().
  std::optional<core::Error> read_form(std::size_t limit);
  // A field of the form; empty if it was not sent.
  std::string_view form_field(std::string_view name) const;
  const core::FormFields& form() const { return form_; }

 private:
  const char* const* parameters_;
  BodySource& body_source_;
  core::RequestId id_;
  Method method_ = Method::other;
  std::string_view path_;
  core::Result<core::FormFields> query_;
  std::vector<std::pair<std::string_view, std::string_view>> path_parts_;
  std::string body_;
  core::FormFields form_;
};

}  // namespace fcgi
