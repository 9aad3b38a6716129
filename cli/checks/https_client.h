// HttpsClient: calls this installation at its public address, as a client elsewhere would, and
// looks at the certificate that is presented there.
//
// The certificate is reported, not enforced: a request is sent even if it is invalid. No proxy
// is used and no redirect followed. Every step has a time limit. One thread at a time.
#pragma once

#include <ctime>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace http {
class Transfer;
}

namespace cli {

// The name cannot be resolved, the connection is refused, or the server does not speak TLS or HTTP.
// The message says which.
class CannotConnect : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Certificate {
  std::time_t not_after = 0;
  bool fits_host = false;
  bool is_self_signed = false;
  std::optional<std::string> distrust = std::nullopt;  // why this host does not trust it
};

struct HttpsRequest {
  std::string path;
  std::vector<std::string> headers = {};           // "Name: value"
  std::optional<std::string> body = std::nullopt;  // sent by POST; without one the request is a GET
};

struct HttpsResponse {
  int status = 0;
  std::string body;
};

class HttpsClient {
 public:
  // `base_url`: https://HOST[:PORT].
  explicit HttpsClient(std::string base_url);

  // Without the brackets of an IPv6 address.
  const std::string& host() const { return host_; }
  // HOST[:PORT], as the header Host has it.
  std::string authority() const;

  // Sends no request. Throws CannotConnect.
  Certificate certificate();

  // Throws CannotConnect if there is no response. The server may respond before it has received the
  // whole body.
  HttpsResponse send(const HttpsRequest& request);

 private:
  void perform(http::Transfer& transfer) const;

  std::string base_url_;
  std::string host_;
  std::string port_;
};

}  // namespace cli
