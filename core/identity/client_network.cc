#include "core/identity/client_network.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>

#include <arpa/inet.h>

namespace core {
namespace {

constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

std::string network(int family, std::span<std::uint8_t> bytes, unsigned bits) {
  const std::size_t kept = std::min<std::size_t>(bits / 8, bytes.size());
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(kept), bytes.end(), std::uint8_t{0});
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(family, bytes.data(), text.data(), text.size());
  std::string name(text.data());
  if (kept < bytes.size()) name += '/' + std::to_string(kept * 8);
  return name;
}

}  // namespace

std::string client_network(std::string_view address, const NetworkPrefixes& prefixes) {
  std::string text(address);
  std::array<std::uint8_t, 4> short_address{};
  if (inet_pton(AF_INET, text.c_str(), short_address.data()) == 1)
    return network(AF_INET, short_address, prefixes.ipv4);
  std::array<std::uint8_t, 16> long_address{};
  if (inet_pton(AF_INET6, text.c_str(), long_address.data()) != 1) return text;
  if (std::equal(kMapped.begin(), kMapped.end(), long_address.begin())) {
    return network(AF_INET, std::span(long_address).subspan(kMapped.size()), prefixes.ipv4);
  }
  return network(AF_INET6, long_address, prefixes.ipv6);
}

NetworkPrefixes wider(const NetworkPrefixes& prefixes) {
  return {std::max(prefixes.ipv4, 16U) - 8, std::max(prefixes.ipv6, 24U) - 16};
}

bool is_network(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string address(text.substr(0, slash));
  std::array<std::uint8_t, 16> bytes{};
  unsigned most = 0;
  if (inet_pton(AF_INET, address.c_str(), bytes.data()) == 1) most = 32;
  if (inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) most = 128;
  if (most == 0 || slash == text.size()) return most != 0;
  const char* const end = text.data() + text.size();
  unsigned bits = 0;
  const auto [rest, problem] = std::from_chars(text.data() + slash + 1, end, bits);
  return problem == std::errc() && rest == end && bits >= 1 && bits <= most;
}

std::string logged_address(std::string_view address, LoggedAddresses logged) {
  switch (logged) {
    case LoggedAddresses::off:
      return {};
    case LoggedAddresses::network:
      return client_network(address, {.ipv4 = 24, .ipv6 = 48});
    case LoggedAddresses::full:
      break;
  }
  return std::string(address);
}

}  // namespace core
