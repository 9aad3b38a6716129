#include <chrono>
#include <future>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "../runtime/hanging_name_servers.h"
#include "client/service/address.h"
#include "client/service/connection.h"

namespace client {
namespace {

TEST(HttpConnection, FailsWhileNameServersDoNotAnswer) {
  using runtime::HangingNameServers;
  std::optional<HangingNameServers> name_servers(std::in_place);
  UploadProgress progress;
  HttpConnection connection(*ServiceUrl::parse(HangingNameServers::kName),
                            {.timeout = std::chrono::seconds(1)}, progress);
  auto sent = std::async(std::launch::async, [&] { connection.send({.path = "/"}); });
  EXPECT_TRUE(HangingNameServers::is_asked(std::chrono::minutes(1)));
  // It gives up after a second; the rest is patience.
  EXPECT_EQ(sent.wait_for(std::chrono::minutes(1)), std::future_status::ready);
  name_servers.reset();
  EXPECT_THROW(sent.get(), NetworkFailure);
}

}  // namespace
}  // namespace client
