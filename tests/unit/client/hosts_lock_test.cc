#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "client/command_line.h"
#include "client/service/hosts.h"

namespace client {
namespace {

using std::chrono::milliseconds;

// With a folder of its own for the configuration.
class HostsLockTest : public testing::Test {
 protected:
  HostsLockTest() {
    std::string folder = testing::TempDir() + "hosts-lock-XXXXXX";
    folder_ = mkdtemp(folder.data());
    setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
  }
  ~HostsLockTest() override {
    unsetenv("XDG_CONFIG_HOME");
    std::filesystem::remove_all(folder_);
  }

  std::filesystem::path folder_;
};

TEST_F(HostsLockTest, NamesTheFileIfAnotherHasItForTooLong) {
  const HostsLock first;
  try {
    const HostsLock second(milliseconds(100));
    FAIL() << "both have it";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.status(), ExitStatus::failure);
    const std::string path = folder_ / "artifact-share/hosts.json.lock";
    EXPECT_NE(std::string(failure.what()).find(path), std::string::npos) << failure.what();
  }
}

TEST_F(HostsLockTest, IsTakenOnceTheOtherHasGivenItUp) {
  std::optional<HostsLock> first(std::in_place);
  auto second =
      std::async(std::launch::async, [] { const HostsLock lock(std::chrono::minutes(1)); });
  EXPECT_EQ(second.wait_for(milliseconds(200)), std::future_status::timeout);
  first.reset();
  EXPECT_NO_THROW(second.get());
}

}  // namespace
}  // namespace client
