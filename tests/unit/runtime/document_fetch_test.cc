#include "runtime/document_fetch.h"

#include <chrono>
#include <cstring>
#include <future>
#include <optional>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include "hanging_name_servers.h"

namespace runtime {
namespace {

bool is_public(const std::string& text) {
  sockaddr_storage storage{};
  if (text.find(':') == std::string::npos) {
    auto& address = reinterpret_cast<sockaddr_in&>(storage);
    address.sin_family = AF_INET;
    EXPECT_EQ(inet_pton(AF_INET, text.c_str(), &address.sin_addr), 1) << text;
  } else {
    auto& address = reinterpret_cast<sockaddr_in6&>(storage);
    address.sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, text.c_str(), &address.sin6_addr), 1) << text;
  }
  return is_public_address(reinterpret_cast<const sockaddr&>(storage));
}

TEST(DocumentFetch, ConnectsToPublicAddressesOnly) {
  for (const char* const text :
       {"1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1",
        "223.255.255.255", "198.20.0.1", "2606:4700::1111", "2a00:1450::1", "2001:4860::8888"})
    EXPECT_TRUE(is_public(text)) << text;
  for (const char* const text : {"0.0.0.0",
                                 "10.0.0.1",
                                 "100.64.0.1",
                                 "100.127.255.255",
                                 "127.0.0.1",
                                 "127.255.255.254",
                                 "169.254.169.254",
                                 "172.16.0.1",
                                 "172.31.255.255",
                                 "192.0.0.1",
                                 "192.0.2.1",
                                 "192.88.99.1",
                                 "192.168.0.1",
                                 "198.18.0.1",
                                 "198.19.255.255",
                                 "198.51.100.1",
                                 "203.0.113.1",
                                 "224.0.0.1",
                                 "240.0.0.1",
                                 "255.255.255.255",
                                 "::",
                                 "::1",
                                 "::ffff:127.0.0.1",
                                 "::ffff:1.1.1.1",
                                 "64:ff9b::7f00:1",
                                 "fe80::1",
                                 "fc00::1",
                                 "fd00::1",
                                 "ff02::1",
                                 "2001:db8::1",
                                 "2001::1",
                                 "2002:7f00:1::",
                                 "3fff::1",
                                 "100::1",
                                 "4000::1"})
    EXPECT_FALSE(is_public(text)) << text;
}

TEST(DocumentFetch, TakesPlainAddressesOfDocumentsOnly) {
  for (const char* const url :
       {"https://a.example/x", "https://a-b.c.example/x/y.json", "https://xn--9ca.example/x"})
    EXPECT_TRUE(is_document_url(url, false)) << url;
  for (const char* const url : {"",
                                "http://a.example/x",
                                "https://a.example",
                                "https://a.example/",
                                "https://a/x",
                                "https://a.example:443/x",
                                "https://a.example:8443/x",
                                "https://u@a.example/x",
                                "https://a.example/x?y",
                                "https://a.example/x#y",
                                "https://a.example/../x",
                                "https://a.example/./x",
                                "https://a.example//x",
                                "https://a.example/%2e%2e/x",
                                "https://127.0.0.1/x",
                                "https://0x7f.0.0.1/x",
                                "https://2130706433/x",
                                "https://[::1]/x",
                                "https://localhost/x",
                                "https://a.example./x",
                                "https://a..example/x",
                                "https://A.example/x",
                                "https://a.example\\x/y",
                                "https://a.example /x",
                                "https://\xc3\xa9.example/x"})
    EXPECT_FALSE(is_document_url(url, false)) << url;
  EXPECT_TRUE(is_document_url("https://localhost:8443/x", true));
  EXPECT_FALSE(is_document_url("http://localhost:8443/x", true));
}

TEST(DocumentFetch, NeverReachesThisMachine) {
  EXPECT_FALSE(fetch_document("https://localhost/x", {}));
  EXPECT_FALSE(fetch_document("file:///etc/passwd", {}));
}

TEST(DocumentFetch, EndsWhileNameServersDoNotAnswer) {
  std::optional<HangingNameServers> name_servers(std::in_place);
  const std::string url = std::string("https://") + HangingNameServers::kName + "/x";
  auto fetched =
      std::async(std::launch::async, [&] { return static_cast<bool>(fetch_document(url, {})); });
  EXPECT_TRUE(HangingNameServers::is_asked(std::chrono::minutes(1)));
  // It gives up after five seconds; the rest is patience.
  EXPECT_EQ(fetched.wait_for(std::chrono::minutes(1)), std::future_status::ready);
  name_servers.reset();
  EXPECT_FALSE(fetched.get());
}

}  // namespace
}  // namespace runtime
