// PathId: an ID in a path, or the token of an upload, parsed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/ids.h"
#include "core/oauth_grant.h"
#include "core/security/tokens.h"
#include "core/text/form.h"
#include "core/text/gzip.h"
#include "core/text/http_values.h"
#include "core/version.h"

namespace fcgi {

using PathId = std::variant<core::ArtifactId, core::ExternalId, core::ShareId, core::KeyId,
                            core::GrantId, core::UserId, core::VersionNumber, core::UploadToken>;

// Request: one HTTP request, received from nginx over FastCGI and parsed once.
//
// The path is that of REQUEST_URI, as the client sent it, and is never decoded: no path of the
// service needs an encoded character, so a path with one is not found. Only external IDs may have
// some, which the routes decode. Query parameters are decoded once and validated.
// The dispatcher decides when the body is read.
//
// Views point into the FastCGI parameters, which outlive the request. Not thread-safe.

enum class Method { get, head, post, put, patch, delete_, options, other };

std::string_view to_string(Method method);
bool takes_body(Method method);

// The largest body of an API call.
struct BodyLimits {
  std::size_t json = 0;
  std::size_t files = 0;  // a file, or a form with files

  std::size_t largest() const { return std::max(json, files); }
};

// The source of the body: the FastCGI stream, or a string in tests.
class BodySource {
 public:
  BodySource() = default;
  BodySource(const BodySource&) = delete;
  BodySource& operator=(const BodySource&) = delete;
  virtual ~BodySource() = default;

  // Up to `size` bytes; 0 at the end.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

// The error for a query parameter that an operation does not have; it names the existing ones.
core::Error unknown_query_parameter(std::string_view name,
                                    const std::vector<std::string_view>& taken);

class Request {
 public:
  // `parameters`: the FastCGI parameters as NAME=value, terminated by a null pointer. `id` is new.
  Request(const char* const* parameters, BodySource& body, core::RequestId id);

  // The ID of the request in the response and the logs: the client's X-Request-Id if it is valid
  // (core/ids.h), otherwise the service's own.
  const std::string& id() const { return id_; }
  Method method() const { return method_; }
  // As sent, without the query: "/api/artifacts".
  std::string_view path() const { return path_; }
  std::string_view client_address() const { return parameter("REMOTE_ADDR"); }

  // The value of a header, by its FastCGI name ("HTTP_AUTHORIZATION"); a null view if absent.
  std::string_view parameter(std::string_view name) const;

  // Whether a header is present; its value may be empty.
  bool has(std::string_view name) const { return parameter(name).data() != nullptr; }

  // The value of a cookie (RFC 6265, 4.2.1); empty if absent.
  std::string_view cookie(std::string_view name) const;

  // A query parameter, decoded; nothing if it is absent or the query is invalid.
  std::optional<std::string> query(std::string_view name) const;

  // All of them; none if the query is invalid.
  const core::FormFields& query_fields() const;

  // invalid_request if the query cannot be decoded or repeats a parameter. The dispatcher rejects
  // such API calls; pages treat such a query as empty.
  std::optional<core::Error> query_problem() const;

  // The ID of a kind in the path; null if the route's pattern has no placeholder for one.
  template <typename Id>
  const Id* path_id() const {
    for (const PathId& id : path_ids_)
      if (const Id* found = std::get_if<Id>(&id)) return found;
    return nullptr;
  }
  void set_path_ids(std::vector<PathId> ids) { path_ids_ = std::move(ids); }

  // The type of the body, by its Content-Type; nothing if that is absent or malformed.
  const std::optional<core::MediaType>& media_type() const { return media_type_; }

  // The content coding of the body, by its Content-Encoding.
  enum class Coding { none, gzip, unknown };
  Coding coding() const;

  // Reads the whole body, and decompresses it if its coding is gzip; `before_large` is called
  // before more than about 1 MiB is decompressed; an error that it returns ends the reading.
  // Errors: payload_too_large above `limit` bytes, compressed or not; invalid_request if it is
  // shorter than its Content-Length, or not gzip; those of `before_large`.
  using BeforeLarge = std::function<std::optional<core::Error>()>;
  std::optional<core::Error> read_body(std::size_t limit, const BeforeLarge& before_large = {});
  const std::string& body() const { return body_; }

  // Reads the body as an HTML form. Errors: those of read_body() and core::parse_form().
  std::optional<core::Error> read_form(std::size_t limit);
  // Reads the body as multipart/form-data with at most one file. Errors: those of read_body() and
  // core::parse_multipart(); invalid_request for a field that is given twice or is not UTF-8, and
  // for a second file.
  std::optional<core::Error> read_form_with_file(std::size_t limit);
  // The file of the form; null if none was chosen. Refers to the body.
  const core::FormPart* form_file() const { return file_ ? &*file_ : nullptr; }
  // A field of the form; empty if absent.
  std::string_view form_field(std::string_view name) const;
  const core::FormFields& form() const { return form_; }

 private:
  std::optional<core::Error> decompress(std::string_view piece, std::size_t limit,
                                        core::GzipDecoder& decoder,
                                        const BeforeLarge& before_large);

  const char* const* parameters_;
  BodySource& body_source_;
  std::string id_;
  Method method_ = Method::other;
  std::string_view path_;
  core::Result<core::FormFields> query_;
  std::optional<core::MediaType> media_type_;
  std::vector<PathId> path_ids_;
  std::string body_;
  core::FormFields form_;
  std::optional<core::FormPart> file_;
};

}  // namespace fcgi
