#include "cli/checks/https_connection.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include <netdb.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

namespace cli {
namespace {

constexpr timeval kTimeLimit{10, 0};

struct FreeAddresses {
  void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses resolve(const HttpsAddress& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int problem = getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found);
  if (problem != 0)
    throw CannotConnect("cannot resolve " + address.host + ": " + gai_strerror(problem));
  return Addresses(found);
}

int connect_to(const addrinfo& address) {
  const int descriptor = socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &kTimeLimit, sizeof kTimeLimit);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &kTimeLimit, sizeof kTimeLimit);
  if (connect(descriptor, address.ai_addr, address.ai_addrlen) == 0) return descriptor;
  const int problem = errno;
  close(descriptor);
  errno = problem;
  return -1;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string join_chunks(std::string_view chunked) {
  std::string whole;
  while (true) {
    std::size_t size = 0;
    std::from_chars(chunked.data(), chunked.data() + chunked.size(), size, 16);
    const std::size_t begin = chunked.find("\r\n");
    if (size == 0 || begin == std::string_view::npos || begin + 2 + size > chunked.size())
      return whole;
    whole += chunked.substr(begin + 2, size);
    chunked.remove_prefix(std::min(begin + 2 + size + 2, chunked.size()));
  }
}

HttpsAnswer parse_answer(std::string_view text) {
  const std::size_t head_end = text.find("\r\n\r\n");
  constexpr std::size_t kStatusAt = 9;
  if (!text.starts_with("HTTP/1.") || head_end == text.npos)
    throw CannotConnect("the server does not speak HTTP");
  HttpsAnswer answer;
  std::from_chars(text.data() + kStatusAt, text.data() + head_end, answer.status);
  std::string_view head = text.substr(0, head_end);
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find("\r\n"));
    head.remove_prefix(std::min(line.size() + 2, head.size()));
    const std::size_t colon = line.find(':');
    if (colon != line.npos)
      answer.headers[lower_case(line.substr(0, colon))] = trim(line.substr(colon + 1));
  }
  answer.body = text.substr(head_end + 4);
  if (answer.headers["transfer-encoding"] == "chunked") answer.body = join_chunks(answer.body);
  return answer;
}

}  // namespace

HttpsAddress HttpsAddress::parse(std::string_view base_url) {
  constexpr std::string_view kScheme = "https://";
  if (base_url.starts_with(kScheme)) base_url.remove_prefix(kScheme.size());
  HttpsAddress address{.host = {}, .port = "443", .authority = std::string(base_url)};
  const std::size_t bracket = base_url.find(']');
  const std::size_t colon = base_url.find(':', bracket == base_url.npos ? 0 : bracket);
  address.host = base_url.substr(0, colon);
  if (colon != base_url.npos) address.port = base_url.substr(colon + 1);
  if (address.host.starts_with('[')) address.host = address.host.substr(1, bracket - 1);
  return address;
}

HttpsConnection::Descriptor::Descriptor(const HttpsAddress& address) {
  const Addresses addresses = resolve(address);
  for (const addrinfo* one = addresses.get(); one != nullptr && number < 0; one = one->ai_next)
    number = connect_to(*one);
  if (number < 0)
    throw CannotConnect("cannot connect to " + address.host + " port " + address.port + ": " +
                        std::strerror(errno));
}

HttpsConnection::Descriptor::~Descriptor() { close(number); }

HttpsConnection::HttpsConnection(HttpsAddress address)
    : address_(std::move(address)),
      descriptor_(address_),
      context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free),
      tls_(nullptr, &SSL_free) {
  SSL_CTX_set_default_verify_paths(context_.get());
  // The chain is looked at, but the connection goes on whatever is found.
  SSL_CTX_set_verify(context_.get(), SSL_VERIFY_NONE, nullptr);
  tls_.reset(SSL_new(context_.get()));
  SSL_set_fd(tls_.get(), descriptor_.number);
  SSL_set_tlsext_host_name(tls_.get(), address_.host.c_str());
  if (SSL_connect(tls_.get()) != 1)
    throw CannotConnect(address_.host + " port " + address_.port + " does not speak TLS");
}

Certificate HttpsConnection::certificate() const {
  const std::unique_ptr<X509, decltype(&X509_free)> shown(SSL_get1_peer_certificate(tls_.get()),
                                                          &X509_free);
  if (!shown) throw CannotConnect("the server presents no certificate");
  std::tm end{};
  ASN1_TIME_to_tm(X509_get0_notAfter(shown.get()), &end);
  const bool fits =
      X509_check_host(shown.get(), address_.host.data(), address_.host.size(), 0, nullptr) == 1 ||
      X509_check_ip_asc(shown.get(), address_.host.c_str(), 0) == 1;
  const long verdict = SSL_get_verify_result(tls_.get());
  return {.not_after = timegm(&end),
          .fits_host = fits,
          .is_self_signed = X509_self_signed(shown.get(), 0) == 1,
          .distrust = verdict == X509_V_OK
                          ? std::nullopt
                          : std::optional<std::string>(X509_verify_cert_error_string(verdict))};
}

HttpsAnswer HttpsConnection::call(std::string_view head, std::string_view body) {
  const std::string host = "Host: " + address_.authority + "\r\nConnection: close\r\n\r\n";
  // A server that refuses a body may answer without reading it: what it says counts.
  if (send(std::string(head) + host)) send(body);
  return parse_answer(receive());
}

bool HttpsConnection::send(std::string_view text) {
  while (!text.empty()) {
    std::size_t sent = 0;
    if (SSL_write_ex(tls_.get(), text.data(), std::min<std::size_t>(text.size(), 16384), &sent) !=
        1)
      return false;
    text.remove_prefix(sent);
  }
  return true;
}

std::string HttpsConnection::receive() {
  std::string received;
  std::array<char, 16384> buffer{};
  std::size_t count = 0;
  while (SSL_read_ex(tls_.get(), buffer.data(), buffer.size(), &count) == 1)
    received.append(buffer.data(), count);
  if (received.empty()) throw CannotConnect("the connection was closed without a response");
  return received;
}

}  // namespace cli
