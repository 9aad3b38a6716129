#include "runtime/document_fetch.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/text/http_values.h"
#include "core/text/text.h"
#include "http/transfer.h"

namespace runtime {
namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::size_t kMaximumUrlLength = 1000;
constexpr std::size_t kMaximumBytes = std::size_t{64} * 1024;
constexpr long kSeconds = 5;

core::Error cannot_fetch() {
  return {core::ErrorCode::invalid_request,
          "the metadata document of the app that sent you here cannot be fetched; try again "
          "later, or contact the developer of the app"};
}

struct Network {
  std::array<std::uint8_t, 16> address;
  unsigned bits;
};

// IPv4 (the first four bytes) that is not public: RFC 6890 and its registry.
constexpr std::array<Network, 16> kSpecialIpv4{{{{0}, 8},
                                                {{10}, 8},
                                                {{100, 64}, 10},
                                                {{127}, 8},
                                                {{169, 254}, 16},
                                                {{172, 16}, 12},
                                                {{192, 0, 0}, 24},
                                                {{192, 0, 2}, 24},
                                                {{192, 31, 196}, 24},
                                                {{192, 52, 193}, 24},
                                                {{192, 88, 99}, 24},
                                                {{192, 168}, 16},
                                                {{198, 18}, 15},
                                                {{198, 51, 100}, 24},
                                                {{203, 0, 113}, 24},
                                                {{224}, 3}}};
// In IPv6, 2000::/3 is public except for these, some of which contain IPv4 addresses.
constexpr Network kGlobalIpv6{{0x20}, 3};
constexpr std::array<Network, 5> kSpecialIpv6{{{{0x20, 0x01, 0x00}, 23},
                                               {{0x20, 0x01, 0x0d, 0xb8}, 32},
                                               {{0x20, 0x02}, 16},
                                               {{0x3f, 0xff}, 20},
                                               {{0x26, 0x20, 0x00, 0x4f, 0x80}, 48}}};

bool is_in(std::span<const std::uint8_t> address, const Network& network) {
  unsigned bits = network.bits;
  for (std::size_t i = 0; bits > 0; ++i) {
    const unsigned compared = std::min(bits, 8U);
    const auto mask = static_cast<std::uint8_t>(0xff00U >> compared);
    if ((address[i] & mask) != (network.address.at(i) & mask)) return false;
    bits -= compared;
  }
  return true;
}

template <std::size_t count>
bool is_in_any(std::span<const std::uint8_t> address, const std::array<Network, count>& networks) {
  return std::any_of(networks.begin(), networks.end(),
                     [&](const Network& network) { return is_in(address, network); });
}

std::span<const std::uint8_t> ipv4_bytes(const sockaddr& address) {
  const auto& in = reinterpret_cast<const sockaddr_in&>(address);
  return {reinterpret_cast<const std::uint8_t*>(&in.sin_addr), 4};
}

std::span<const std::uint8_t> ipv6_bytes(const sockaddr& address) {
  return reinterpret_cast<const sockaddr_in6&>(address).sin6_addr.s6_addr;
}

bool is_loopback_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) return ipv4_bytes(address)[0] == 127;
  return address.sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

struct Fetch {
  const DocumentFetchLimits& limits;
  std::string body = {};
};

// Called with the address that the connection goes to, once it is resolved.
curl_socket_t open_checked_socket(void* context, curlsocktype, curl_sockaddr* address) {
  const auto& fetch = *static_cast<const Fetch*>(context);
  const bool is_allowed = is_public_address(address->addr) ||
                          (fetch.limits.permits_loopback && is_loopback_address(address->addr));
  if (!is_allowed) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t append_up_to_limit(const char* bytes, std::size_t, std::size_t count, void* context) {
  std::string& body = static_cast<Fetch*>(context)->body;
  if (body.size() + count > kMaximumBytes) return 0;
  try {
    body.append(bytes, count);
    return count;
  } catch (const std::bad_alloc&) {  // must not cross libcurl
    return 0;
  }
}

bool is_json(const char* content_type) {
  if (content_type == nullptr) return false;
  const auto type = core::MediaType::parse(content_type);
  return type && (type->is_json() ||
                  (type->type.starts_with("application/") && type->type.ends_with("+json")));
}

bool is_name_of_host(std::string_view host) {
  // A public name has a dot, and unlike an address its last label is not a number.
  const std::size_t dot = host.rfind('.');
  if (host.size() > 253 || dot == std::string_view::npos || dot + 1 == host.size()) return false;
  if (!core::is_letter(host[dot + 1])) return false;
  return core::is_letter_or_digit(host.front()) && host.find("..") == std::string_view::npos &&
         std::all_of(host.begin(), host.end(), [](char c) {
           return (core::is_letter_or_digit(c) && c == core::lower_case(c)) || c == '-' || c == '.';
         });
}

bool is_document_path(std::string_view path) {
  return path.size() > 1 && path.front() == '/' && path.find("/.") == std::string_view::npos &&
         path.find("//") == std::string_view::npos &&
         std::all_of(path.begin(), path.end(), [](char c) {
           return core::is_letter_or_digit(c) ||
                  std::string_view("-._~!$&'()*+,;=:@/").find(c) != std::string_view::npos;
         });
}

}  // namespace

bool is_public_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) return !is_in_any(ipv4_bytes(address), kSpecialIpv4);
  if (address.sa_family != AF_INET6) return false;
  const auto bytes = ipv6_bytes(address);
  return is_in(bytes, kGlobalIpv6) && !is_in_any(bytes, kSpecialIpv6);
}

bool is_document_url(std::string_view url, bool permits_loopback) {
  if (url.size() > kMaximumUrlLength || !url.starts_with(kHttps)) return false;
  url.remove_prefix(kHttps.size());
  const std::size_t slash = url.find('/');
  if (slash == std::string_view::npos) return false;
  std::string_view host = url.substr(0, slash);
  if (!is_document_path(url.substr(slash))) return false;
  if (!permits_loopback) return is_name_of_host(host);
  host = host.substr(0, host.find(':'));
  return host == "localhost" || host == "127.0.0.1" || is_name_of_host(host);
}

core::Result<std::string> fetch_document(const std::string& url,
                                         const DocumentFetchLimits& limits) {
  if (!is_document_url(url, limits.permits_loopback)) return cannot_fetch();
  http::Transfer transfer;
  Fetch fetch{.limits = limits};
  transfer.set(CURLOPT_URL, url.c_str());
  transfer.set(CURLOPT_PROTOCOLS_STR, "https");
  transfer.set(CURLOPT_FOLLOWLOCATION, 0L);
  transfer.set(CURLOPT_PROXY, "");
  transfer.set(CURLOPT_NETRC, long{CURL_NETRC_IGNORED});
  transfer.set(CURLOPT_NOSIGNAL, 1L);
  transfer.set(CURLOPT_TIMEOUT, kSeconds);
  transfer.set(CURLOPT_CONNECTTIMEOUT, kSeconds);
  transfer.set(CURLOPT_MAXFILESIZE, static_cast<long>(kMaximumBytes));
  transfer.set_headers({"Accept: application/json"});
  transfer.set(CURLOPT_USERAGENT, "artifact-share");
  transfer.set(CURLOPT_OPENSOCKETFUNCTION, &open_checked_socket);
  transfer.set(CURLOPT_OPENSOCKETDATA, &fetch);
  transfer.set(CURLOPT_WRITEFUNCTION, &append_up_to_limit);
  transfer.set(CURLOPT_WRITEDATA, &fetch);
  if (!limits.ca_file.empty()) transfer.trust_only(limits.ca_file);
  if (transfer.perform() != CURLE_OK) return cannot_fetch();
  const char* content_type = nullptr;
  curl_easy_getinfo(transfer.handle(), CURLINFO_CONTENT_TYPE, &content_type);
  if (transfer.status() != 200 || !is_json(content_type)) return cannot_fetch();
  return std::move(fetch.body);
}

}  // namespace runtime
