#include "core/redis_address.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/text/encodings.h"
#include "core/text/text.h"

namespace core {
namespace {

constexpr std::string_view kUnix = "unix://";
constexpr std::string_view kTcp = "redis://";
constexpr std::string_view kTls = "rediss://";
constexpr std::string_view kSentinel = "sentinel://";
constexpr std::string_view kSentinelTls = "sentinels://";
constexpr int kSentinelPort = 26379;
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
std::optional<Error> read_server(std::string_view text, RedisServer& server) {
  std::string_view port;
  bool has_port = false;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos)
      return invalid_address("an IPv6 address must be enclosed in brackets, and ] is missing");
    server.host = text.substr(1, end - 1);
    port = text.substr(end + 1);
    has_port = !port.empty();
    if (has_port && port.front() != ':') return invalid_address("expected : between host and port");
  } else {
    const std::size_t colon = text.find(':');
    server.host = text.substr(0, colon);
    has_port = colon != text.npos;
    if (has_port) port = text.substr(colon);
    if (server.host.find(':') != std::string::npos)
      return invalid_address("an IPv6 address must be enclosed in brackets");
  }
  if (!is_host(server.host)) return invalid_address("the host is missing or not valid");
  if (!has_port) return std::nullopt;
  const auto value = number(port.substr(1), 1, 65535);
  if (!value) return invalid_address("the port must be a number from 1 to 65535");
  server.port = *value;
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

// HOST[:PORT][,HOST[:PORT]]…
std::optional<Error> read_sentinels(std::string_view text, RedisAddress& address) {
  for (;;) {
    const std::size_t comma = text.find(',');
    RedisServer& sentinel = address.sentinels.emplace_back();
    sentinel.port = kSentinelPort;
    if (auto problem = read_server(text.substr(0, comma), sentinel)) return problem;
    if (comma == text.npos) return std::nullopt;
    text.remove_prefix(comma + 1);
  }
}

// Sentinel accepts these characters in the name of a master.
bool is_master_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || std::string_view("-._").find(c) != std::string_view::npos;
  });
}

std::optional<Error> read_database(std::string_view text, RedisAddress& address) {
  if (text.empty()) return std::nullopt;
  const auto database = number(text, 0, kMaximumDatabases);
  if (!database) return invalid_address("the path must end with the number of a database");
  address.database = *database;
  return std::nullopt;
}

// The part after the credentials.
std::optional<Error> read_place(std::string_view text, bool has_sentinels, RedisAddress& address) {
  const std::size_t slash = text.find('/');
  const std::string_view servers = text.substr(0, slash);
  std::string_view path = slash == text.npos ? std::string_view() : text.substr(slash + 1);
  if (!has_sentinels) {
    if (auto problem = read_server(servers, address.server)) return problem;
    return read_database(path, address);
  }
  if (auto problem = read_sentinels(servers, address)) return problem;
  const std::size_t end = path.find('/');
  address.master = path.substr(0, end);
  if (!is_master_name(address.master))
    return invalid_address("the name of the master must follow the sentinels: /MASTER");
  return read_database(end == path.npos ? std::string_view() : path.substr(end + 1), address);
}

// The scheme of an address without a path: whether it names sentinels, and TLS.
struct Scheme {
  std::string_view text;
  bool has_sentinels;
  bool has_tls;
};
constexpr std::array<Scheme, 4> kSchemes{{{kTcp, false, false},
                                          {kTls, false, true},
                                          {kSentinel, true, false},
                                          {kSentinelTls, true, true}}};

}  // namespace

Result<RedisAddress> RedisAddress::parse(std::string_view url) {
  RedisAddress address;
  if (url.starts_with(kUnix)) {
    address.path = url.substr(kUnix.size());
    if (!address.path.starts_with('/'))
      return invalid_address("the path of a Unix socket must be absolute: unix:///PATH");
    return address;
  }
  const auto* const scheme = std::ranges::find_if(
      kSchemes, [&](const Scheme& each) { return url.starts_with(each.text); });
  if (scheme == kSchemes.end()) {
    return invalid_address(
        "must be unix:///PATH, redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE] or "
        "sentinel://[[USER]:PASSWORD@]HOST[:PORT],HOST[:PORT]/MASTER[/DATABASE], with rediss:// or "
        "sentinels:// for TLS");
  }
  address.has_tls = scheme->has_tls;
  url.remove_prefix(scheme->text.size());
  if (const std::size_t at = url.rfind('@'); at != url.npos) {
    if (url.substr(0, at).find('/') != url.npos)
      return invalid_address("/ in a user or password must be written as %2F");
    if (auto problem = read_credentials(url.substr(0, at), address)) return *std::move(problem);
    url.remove_prefix(at + 1);
  }
  if (auto problem = read_place(url, scheme->has_sentinels, address)) return *std::move(problem);
  return address;
}

std::string RedisServer::to_string() const {
  const std::string name = host.find(':') == std::string::npos ? host : '[' + host + ']';
  return name + ':' + std::to_string(port);
}

std::string RedisAddress::to_string() const {
  if (!path.empty()) return std::string(kUnix) + path;
  const std::string end = database == 0 ? "" : '/' + std::to_string(database);
  if (sentinels.empty()) return std::string(has_tls ? kTls : kTcp) + server.to_string() + end;
  std::string text(has_tls ? kSentinelTls : kSentinel);
  for (const RedisServer& sentinel : sentinels) {
    if (&sentinel != &sentinels.front()) text += ',';
    text += sentinel.to_string();
  }
  return text + '/' + master + end;
}

}  // namespace core
