#include "core/client_network.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>

#include <arpa/inet.h>

namespace core {
namespace {

constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

// An address with the number of its first bits that count. IPv4 is written within IPv6.
struct Range {
  std::array<std::uint8_t, 16> bytes{};
  unsigned bits = 0;
};

constexpr unsigned kMappedBits = kMapped.size() * 8;

// Reads an address, or an address and a number of bits. Returns nothing for other text.
std::optional<Range> parse_range(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string address(text.substr(0, slash));
  Range range;
  std::array<std::uint8_t, 4> ipv4{};
  const bool is_ipv4 = inet_pton(AF_INET, address.c_str(), ipv4.data()) == 1;
  if (is_ipv4) {
    std::copy(ipv4.begin(), ipv4.end(),
              std::copy(kMapped.begin(), kMapped.end(), range.bytes.begin()));
  } else if (inet_pton(AF_INET6, address.c_str(), range.bytes.data()) != 1) {
    return std::nullopt;
  }
  range.bits = 128;
  if (slash == text.size()) return range;
  const unsigned most = is_ipv4 ? 32 : 128;
  const char* const end = text.data() + text.size();
  unsigned bits = 0;
  const auto [rest, problem] = std::from_chars(text.data() + slash + 1, end, bits);
  if (problem != std::errc() || rest != end || bits < 1 || bits > most) return std::nullopt;
  range.bits = is_ipv4 ? kMappedBits + bits : bits;
  return range;
}

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

int network_group(std::string_view address) {
  // FNV-1a: the same in every worker and version, as groups are stored.
  std::uint32_t hash = 2166136261U;
  for (const char c : client_network(address, {.ipv4 = 16, .ipv6 = 32}))
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return static_cast<int>((hash ^ (hash >> 16U)) % kNetworkGroups);
}

bool is_network(std::string_view text) { return parse_range(text).has_value(); }

bool is_in_network(std::string_view address, std::string_view network) {
  const auto one = parse_range(address);
  const auto range = parse_range(network);
  if (!one || one->bits != 128 || !range) return false;
  // ::/64 contains only IPv6 addresses.
  const bool is_ipv4 = std::equal(kMapped.begin(), kMapped.end(), one->bytes.begin());
  if (is_ipv4 && range->bits < kMappedBits) return false;
  const std::size_t whole = range->bits / 8;
  if (!std::equal(one->bytes.begin(), one->bytes.begin() + static_cast<std::ptrdiff_t>(whole),
                  range->bytes.begin()))
    return false;
  const unsigned rest = range->bits % 8;
  return rest == 0 || (one->bytes[whole] ^ range->bytes[whole]) >> (8 - rest) == 0;
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
