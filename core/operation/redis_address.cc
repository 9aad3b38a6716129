#include "core/operation/redis_address.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/text/ascii.h"
#include "core/text/percent_decoding.h"

namespace core {
namespace {

constexpr std::string_view kUnix = "unix://";
constexpr std::string_view kTcp = "redis://";
constexpr std::string_view kTls = "rediss://";
constexpr int kMaximumDatabases = 1'000'000;

Error invalid_address(std::string_view what) {
  return {ErrorCode::invalid_request, "redis_url: " + std::string(what)};
}

std::optional<int> number(std::string_view text, int least, int most) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return std::nullopt;
  return value;
}

bool is_host(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || std::string_view("-._:").find(c) != std::string_view::npos;
  });
}

// HOST[:PORT], where the host may be an IPv6 address in brackets.
std::optional<Error> read_place(std::string_view text, RedisAddress& address) {
  std::string_view port;
  bool has_port = false;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos)
      return invalid_address("an IPv6 address must be enclosed in brackets, and ] is missing");
    address.host = text.substr(1, end - 1);
    port = text.substr(end + 1);
    has_port = !port.empty();
    if (has_port && port.front() != ':') return invalid_address("expected : between host and port");
  } else {
    const std::size_t colon = text.find(':');
    address.host = text.substr(0, colon);
    has_port = colon != text.npos;
    if (has_port) port = text.substr(colon);
    if (address.host.find(':') != std::string::npos)
      return invalid_address("an IPv6 address must be enclosed in brackets");
  }
  if (!is_host(address.host)) return invalid_address("the host is missing or not valid");
  if (!has_port) return std::nullopt;
  const auto value = number(port.substr(1), 1, 65535);
  if (!value) return invalid_address("the port must be a number from 1 to 65535");
  address.port = *value;
  return std::nullopt;
}

// [USER]:PASSWORD or USER
std::optional<Error> read_credentials(std::string_view text, RedisAddress& address) {
  const std::size_t colon = text.find(':');
  const auto user = percent_decode(text.substr(0, colon));
  const auto password =
      percent_decode(colon == text.npos ? std::string_view() : text.substr(colon + 1));
  if (!user || !password) return invalid_address("% in a user or password must be written as %25");
  address.user = *user;
  address.password = *password;
  return std::nullopt;
}

}  // namespace

Result<RedisAddress> RedisAddress::parse(std::string_view url) {
  RedisAddress address;
  if (url.starts_with(kUnix)) {
    address.path = url.substr(kUnix.size());
    if (!address.path.starts_with('/'))
      return invalid_address("the path of a Unix socket must be absolute: unix:///PATH");
    return address;
  }
  address.has_tls = url.starts_with(kTls);
  if (!address.has_tls && !url.starts_with(kTcp)) {
    return invalid_address(
        "must be unix:///PATH or redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE], with rediss:// "
        "for TLS");
  }
  url.remove_prefix(address.has_tls ? kTls.size() : kTcp.size());
  if (const std::size_t at = url.rfind('@'); at != url.npos) {
    if (url.substr(0, at).find('/') != url.npos)
      return invalid_address("/ in a user or password must be written as %2F");
    if (auto problem = read_credentials(url.substr(0, at), address)) return *std::move(problem);
    url.remove_prefix(at + 1);
  }
  const std::size_t slash = url.find('/');
  if (auto problem = read_place(url.substr(0, slash), address)) return *std::move(problem);
  if (slash != url.npos && slash + 1 < url.size()) {
    const auto database = number(url.substr(slash + 1), 0, kMaximumDatabases);
    if (!database) return invalid_address("the path must be the number of a database");
    address.database = *database;
  }
  return address;
}

std::string RedisAddress::to_string() const {
  if (!path.empty()) return std::string(kUnix) + path;
  const std::string name = host.find(':') == std::string::npos ? host : '[' + host + ']';
  return std::string(has_tls ? kTls : kTcp) + name + ':' + std::to_string(port) +
         (database == 0 ? "" : '/' + std::to_string(database));
}

}  // namespace core
