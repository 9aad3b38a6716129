// ServiceClient: calls of the API of one service with one API key, or with tokens, which are
// renewed when needed.
//
// Temporary failures are retried with the same Idempotency-Key, so a POST, PUT or PATCH takes
// effect once: network failures, 502, 503 and 504 with exponential backoff; 429, and 409 while the
// first call is still running, as Retry-After says. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/command_line.h"
#include "client/documents/request.h"
#include "client/service/connection.h"
#include "client/service/hosts.h"
#include "core/text/json.h"

namespace client {

struct CallOptions {
  ConnectionOptions connection = {};
  // How often a call is retried after temporary failures.
  unsigned retries = 4;
};

// The service responds with an error. The message is the service's, with its code and the request
// ID.
class Refusal : public Failure {
 public:
  Refusal(ExitStatus status, const std::string& message, std::string code,
          bool may_have_taken_effect)
      : Failure(status, message),
        code_(std::move(code)),
        may_have_taken_effect_(may_have_taken_effect) {}

  // "template_immutable"; empty if the response is not the API's.
  const std::string& code() const { return code_; }
  // Whether an earlier attempt got no response, and so may have taken effect.
  bool may_have_taken_effect() const { return may_have_taken_effect_; }

 private:
  std::string code_;
  bool may_have_taken_effect_;
};

class ServiceClient {
 public:
  ServiceClient(Host host, const CallOptions& options);
  ServiceClient(const ServiceClient&) = delete;
  ServiceClient& operator=(const ServiceClient&) = delete;
  ServiceClient(ServiceClient&&) = delete;
  ServiceClient& operator=(ServiceClient&&) = delete;
  ~ServiceClient() = default;

  const ServiceUrl& service() const { return connection_.service(); }

  // The body of the response, which is JSON. Throws Refusal, and Failure if there is no response.
  std::string get(const std::string& path, const std::vector<std::string>& headers = {});
  // An empty body is not sent.
  std::string post(const std::string& path, const RequestBody& body = {});
  // `existing`: only what is there is replaced, nothing is created.
  enum class Replaces : std::uint8_t { anything, existing };
  std::string put(const std::string& path, const RequestBody& body,
                  Replaces replaces = Replaces::anything);
  std::string patch(const std::string& path, const RequestBody& body);
  std::string remove(const std::string& path);

 private:
  // `body` is null if the method has none.
  std::string call(Method method, const std::string& path, const RequestBody* body,
                   const std::vector<std::string>& headers = {});

  std::string authorization() const { return "Authorization: Bearer " + host_.bearer(); }
  void renew();

  Host host_;
  UploadProgress progress_;
  HttpConnection connection_;
  unsigned retries_;
};

// Reads lists of the API page by page, by their cursors.

// Parameters of the list; those without a value are not sent.
using ListFilters = std::vector<std::pair<std::string, std::string>>;

// Calls `each` for the first `most` items, until it returns false. Returns whether there are more.
bool read_list(ServiceClient& service, const std::string& path, const ListFilters& filters,
               std::size_t most, const std::function<bool(core::JsonValue)>& each);

// Maps the API's field names to the options that the user gave.

// The message with each field or parameter of the API replaced by the command line option:
// "expiresIn must be …" becomes "--expires must be …". Words in quotes, or in a path into the
// document, are not replaced; names that are English words only if the message begins with a field.
std::string with_option_names(std::string_view message, bool begins_with_field = true);

}  // namespace client
