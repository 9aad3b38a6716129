// The network that a client calls from: as limits count it, and as the log names it.
//
// Whoever has IPv6 has at least a /64, so whole addresses would count nobody twice.
#pragma once

#include <string>
#include <string_view>

namespace core {

// Lengths in bits; multiples of 8, as nginx counts by the same.
struct NetworkPrefixes {
  unsigned ipv4 = 32;  // 8 to 32
  unsigned ipv6 = 64;  // 16 to 128
};

// "2001:db8:0:1::/64"; an address that is whole stands without a length. IPv4 within IPv6
// (::ffff:192.0.2.1) counts as IPv4. What is no address is given back as it is.
std::string client_network(std::string_view address, const NetworkPrefixes& prefixes);

// The wider network around it, 8 bits shorter for IPv4 and 16 for IPv6: one who changes addresses
// easily has many of the former and few of the latter.
NetworkPrefixes wider(const NetworkPrefixes& prefixes);

// Whether this is an address ("10.0.0.2") or a network of some ("10.0.0.0/24", "2001:db8::/32");
// that of all addresses, "0.0.0.0/0" or "::/0", is none.
bool is_network(std::string_view text);

// How much of a client's address the log holds.
enum class LoggedAddresses {
  off,
  network,  // its /24 or /48, which many people share
  full,
};

// The address as the log has it; empty if it has none.
std::string logged_address(std::string_view address, LoggedAddresses logged);

}  // namespace core
