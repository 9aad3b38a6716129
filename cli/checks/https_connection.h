// HttpsConnection: one HTTPS request to an address as somebody outside would send it, and what is
// known of the certificate that was shown.
//
// The certificate is looked at, not insisted on: what is wrong with it is for the caller to tell.
// Every step has a time limit. For one request; not thread-safe.
#pragma once

#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <openssl/ssl.h>

namespace cli {

// The name is not known, nobody listens, no TLS is spoken, no HTTP. The message says which.
class CannotConnect : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A base URL as core::Configuration has it, taken apart.
struct HttpsAddress {
  std::string host;  // without the brackets of an IPv6 address
  std::string port;
  std::string authority;  // as it stands in the URL, and in the header Host

  static HttpsAddress parse(std::string_view base_url);
};

struct Certificate {
  std::time_t not_after;
  bool fits_host;
  bool is_self_signed;
  std::optional<std::string> distrust;  // why this host does not trust it
};

struct HttpsAnswer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

class HttpsConnection {
 public:
  // Throws CannotConnect.
  explicit HttpsConnection(HttpsAddress address);

  Certificate certificate() const;

  // `head`: the request line and headers, each ended by CR LF, without Host and Connection. Throws
  // CannotConnect if no answer comes. The answer may come before the body has been taken whole.
  HttpsAnswer call(std::string_view head, std::string_view body);

 private:
  struct Descriptor {
    explicit Descriptor(const HttpsAddress& address);
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();
    int number = -1;
  };

  bool send(std::string_view text);
  std::string receive();

  HttpsAddress address_;
  Descriptor descriptor_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> tls_;
};

}  // namespace cli
