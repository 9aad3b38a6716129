#include "core/client_network.h"

#include <initializer_list>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(ClientNetwork, CountsIpv6ByPrefixAndIpv4ByAddress) {
  const NetworkPrefixes usual;
  EXPECT_EQ(client_network("192.0.2.7", usual), "192.0.2.7");
  EXPECT_EQ(client_network("2001:db8:1:2:3:4:5:6", usual), "2001:db8:1:2::/64");
  EXPECT_EQ(client_network("2001:db8:1:2::1", usual), "2001:db8:1:2::/64");
  EXPECT_NE(client_network("2001:db8:1:3::1", usual), client_network("2001:db8:1:2::1", usual));
  EXPECT_EQ(client_network("::1", usual), "::/64");
  EXPECT_EQ(client_network("::ffff:192.0.2.7", usual), "192.0.2.7");
}

TEST(ClientNetwork, UsesOtherPrefixes) {
  EXPECT_EQ(client_network("192.0.2.7", {.ipv4 = 24, .ipv6 = 64}), "192.0.2.0/24");
  EXPECT_EQ(client_network("2001:db8:1:2:3:4:5:6", {.ipv4 = 32, .ipv6 = 48}), "2001:db8:1::/48");
  EXPECT_EQ(client_network("2001:db8::1", {.ipv4 = 32, .ipv6 = 128}), "2001:db8::1");
}

TEST(ClientNetwork, HasAGroupOfItsProvider) {
  EXPECT_EQ(network_group("192.0.2.7"), network_group("192.0.99.1"));
  EXPECT_EQ(network_group("::ffff:192.0.2.7"), network_group("192.0.2.7"));
  EXPECT_EQ(network_group("2001:db8:1::1"), network_group("2001:db8:2::1"));
  std::set<int> groups;
  for (int i = 0; i < 1000; ++i)
    groups.insert(network_group("10." + std::to_string(i % 256) + ".0.1"));
  EXPECT_GT(groups.size(), 40U);
  EXPECT_GE(*groups.begin(), 0);
  EXPECT_LT(*groups.rbegin(), kNetworkGroups);
}

TEST(ClientNetwork, WidensByOneStep) {
  EXPECT_EQ(client_network("192.0.2.7", wider({})), "192.0.2.0/24");
  EXPECT_EQ(client_network("2001:db8:1:2::1", wider({})), "2001:db8:1::/48");
}

TEST(ClientNetwork, ReturnsOtherTextUnchanged) {
  for (const char* text : {"", "unix:", "192.0.2", "2001:db8::x"})
    EXPECT_EQ(client_network(text, {}), text);
}

TEST(ClientNetwork, RecognizesNetworks) {
  for (const char* text :
       {"10.0.0.2", "10.0.0.0/24", "10.0.0.2/32", "2001:db8::1", "2001:db8::/32", "::1/128"})
    EXPECT_TRUE(is_network(text)) << text;
  for (const char* text : {"", "10.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/2x", "0.0.0.0/0",
                           "::/0", "2001:db8::/129", "proxy.example.org", "10.0.0.2;"})
    EXPECT_FALSE(is_network(text)) << text;
}

TEST(ClientNetwork, TellsWhetherANetworkHasAnAddress) {
  for (const auto& [address, network] : std::initializer_list<std::pair<const char*, const char*>>{
           {"10.0.0.2", "10.0.0.2"},
           {"10.0.0.2", "10.0.0.2/32"},
           {"10.0.0.2", "10.0.0.0/24"},
           {"10.0.0.2", "10.0.0.9/24"},
           {"10.31.255.1", "10.16.0.0/12"},
           {"10.0.0.3", "10.0.0.2/31"},
           {"2001:db8::1", "2001:0db8:0::1"},
           {"2001:db8:ffff::1", "2001:db8::/32"},
           {"2001:dbf::1", "2001:db8::/29"},
           {"::ffff:10.0.0.2", "10.0.0.0/24"},
           {"10.0.0.2", "::ffff:10.0.0.0/120"},
           {"10.0.0.2", "::ffff:10.0.0.2"},
       })
    EXPECT_TRUE(is_in_network(address, network)) << address << ' ' << network;
  for (const auto& [address, network] : std::initializer_list<std::pair<const char*, const char*>>{
           {"10.0.0.3", "10.0.0.2"},
           {"10.0.1.2", "10.0.0.0/24"},
           {"10.32.0.1", "10.16.0.0/12"},
           {"10.0.0.4", "10.0.0.2/31"},
           {"2001:db9::1", "2001:db8::/32"},
           {"2001:dc0::1", "2001:db8::/29"},
           {"10.0.0.2", "a00::/8"},
           {"a00::1", "10.0.0.0/8"},
           {"::1", "10.0.0.0/8"},
           {"10.0.0.2", "::/64"},
           {"", "10.0.0.0/8"},
           {"unix:", "10.0.0.0/8"},
           {"10.0.0.2", ""},
           {"10.0.0.2", "10.0.0.0/33"},
           {"10.0.0.2", "0.0.0.0/0"},
           {"10.0.0.2", "proxy.example.org"},
       })
    EXPECT_FALSE(is_in_network(address, network)) << address << ' ' << network;
}

TEST(LoggedAddress, IsTheNetworkTheAddressOrEmpty) {
  EXPECT_EQ(logged_address("192.0.2.7", LoggedAddresses::network), "192.0.2.0/24");
  EXPECT_EQ(logged_address("::ffff:192.0.2.7", LoggedAddresses::network), "192.0.2.0/24");
  EXPECT_EQ(logged_address("2001:db8:1:2:3:4:5:6", LoggedAddresses::network), "2001:db8:1::/48");
  EXPECT_EQ(logged_address("2001:db8:1:2::7", LoggedAddresses::full), "2001:db8:1:2::7");
  EXPECT_EQ(logged_address("192.0.2.7", LoggedAddresses::off), "");
}

}  // namespace
}  // namespace core
