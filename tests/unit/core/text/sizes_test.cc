#include "core/text/sizes.h"

#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(Sizes, AreReadWithTheirUnit) {
  EXPECT_EQ(parse_size("64 kB"), 65536);
  for (const char* const text : {"10 MB", "10MB", "10 mb", "10 MiB"})
    EXPECT_EQ(parse_size(text), 10 << 20) << text;
  EXPECT_EQ(parse_size("3 GB"), std::int64_t{3} << 30);
  EXPECT_EQ(parse_size("1 TB"), std::int64_t{1} << 40);
  for (const char* const text : {"", "10", "10 ", "MB", "-1 MB", "1.5 GB", "10 XB", "10 M",
                                 "10 MB x", "9223372036854775807 kB", "99999999999 TB"})
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
}

TEST(Sizes, AreWrittenForPeople) {
  EXPECT_EQ(size_text(0), "0 bytes");
  EXPECT_EQ(size_text(1), "1 byte");
  EXPECT_EQ(size_text(1023), "1023 bytes");
  EXPECT_EQ(size_text(10 << 20), "10 MB");
  EXPECT_EQ(size_text(8'912'345'678), "8.3 GB");
  EXPECT_EQ(size_text((std::int64_t{250} << 30) + (std::int64_t{1} << 29)), "251 GB");
  EXPECT_EQ(size_text(std::int64_t{1} << 50), "1024 TB");
}

TEST(Sizes, AreWrittenExactly) {
  EXPECT_EQ(exact_size_text(10 << 20), "10 MB");
  EXPECT_EQ(exact_size_text((10 << 20) + 1), "10485761");
  EXPECT_EQ(exact_size_text(900), "900");
}

}  // namespace
}  // namespace core
