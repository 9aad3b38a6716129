// The network of a client's address, for limits and the log.
//
// Every IPv6 client has at least a /64, so limits by single address would be ineffective.
#pragma once

#include <string>
#include <string_view>

namespace core {

// Prefix lengths in bits; multiples of 8, as nginx uses the same.
struct NetworkPrefixes {
  unsigned ipv4 = 32;  // 8 to 32
  unsigned ipv6 = 64;  // 16 to 128
};

// "2001:db8:0:1::/64"; a complete address is written without a length. IPv4 within IPv6
// (::ffff:192.0.2.1) counts as IPv4. Anything else is returned unchanged.
std::string client_network(std::string_view address, const NetworkPrefixes& prefixes);

// The wider network around it, 8 bits shorter for IPv4 and 16 for IPv6: clients that change
// addresses have many narrow networks but few wide ones.
NetworkPrefixes wider(const NetworkPrefixes& prefixes);

// The group of networks that the address belongs to: 0 to kNetworkGroups - 1. The addresses of one
// provider (an IPv4 /16, an IPv6 /32) are in one group, so one provider's share of a common limit
// is bounded, and the number of groups bounds the total.
inline constexpr int kNetworkGroups = 64;
int network_group(std::string_view address);

// Whether this is an address ("10.0.0.2") or a network ("10.0.0.0/24", "2001:db8::/32"); not the
// network of all addresses, "0.0.0.0/0" or "::/0".
bool is_network(std::string_view text);

// Whether an address is in a network, or is the address that takes its place; false if either is
// neither. IPv4 within IPv6 counts as IPv4, in both.
bool is_in_network(std::string_view address, std::string_view network);

// How much of a client's address is logged.
enum class LoggedAddresses {
  off,
  network,  // its /24 or /48, which many people share
  full,
};

// The address as it is logged; empty if it is not.
std::string logged_address(std::string_view address, LoggedAddresses logged);

}  // namespace core
