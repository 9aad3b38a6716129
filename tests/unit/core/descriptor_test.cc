#include "core/descriptor.h"

#include <optional>

#include <fcntl.h>
#include <gtest/gtest.h>

namespace core {
namespace {

int open_nothing() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

bool is_open(int number) { return fcntl(number, F_GETFD) >= 0; }

TEST(Descriptor, IsClosedWithItsOwner) {
  int number = -1;
  {
    const Descriptor descriptor(open_nothing());
    number = descriptor.number();
    EXPECT_TRUE(descriptor.is_open());
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(Descriptor, IsClosedOnceAfterItWasMoved) {
  std::optional<Descriptor> first(open_nothing());
  const int number = first->number();
  const Descriptor second(*std::move(first));
  EXPECT_FALSE(first->is_open());
  first.reset();
  EXPECT_EQ(second.number(), number);
  EXPECT_TRUE(is_open(number));
}

TEST(Descriptor, OfAFailedCallIsNoneOrAnErrorThatNamesTheCall) {
  const auto open_missing = [] { return open("/missing/file", O_RDONLY | O_CLOEXEC); };
  EXPECT_FALSE(Descriptor(open_missing()).is_open());
  try {
    const Descriptor descriptor(open_missing(), "open");
    FAIL() << "it did not throw";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
    EXPECT_TRUE(std::string_view(error.what()).starts_with("open"));
  }
}

}  // namespace
}  // namespace core
