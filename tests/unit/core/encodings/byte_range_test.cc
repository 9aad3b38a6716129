#include <gtest/gtest.h>

#include "core/text/http_values.h"

namespace core {
namespace {

void expect_part(std::string_view header, std::size_t size, std::size_t first, std::size_t last) {
  const FilePart range = RangeRequest::parse(header).of(size);
  const auto* part = std::get_if<ByteRange>(&range);
  ASSERT_NE(part, nullptr) << header;
  EXPECT_EQ(part->first, first) << header;
  EXPECT_EQ(part->last, last) << header;
}

TEST(ByteRange, IsClampedToTheFile) {
  expect_part("bytes=0-0", 10, 0, 0);
  expect_part("bytes=3-6", 10, 3, 6);
  expect_part("bytes=3-", 10, 3, 9);
  expect_part("bytes=3-99", 10, 3, 9);
  expect_part("bytes=3-99999999999999999999999", 10, 3, 9);
  expect_part("bytes=-3", 10, 7, 9);
  expect_part("bytes=-99999999999999999999999", 10, 0, 9);
  expect_part("BYTES= 9-9\t", 10, 9, 9);
}

TEST(ByteRange, IsUnsatisfiablePastTheEnd) {
  for (const std::string_view header :
       {"bytes=10-", "bytes=10-11", "bytes=-0", "bytes=99999999999999999999999-"})
    EXPECT_TRUE(std::holds_alternative<UnsatisfiableRange>(RangeRequest::parse(header).of(10)))
        << header;
  for (const std::string_view header : {"bytes=0-", "bytes=-1", "bytes=0-0"})
    EXPECT_TRUE(std::holds_alternative<UnsatisfiableRange>(RangeRequest::parse(header).of(0)))
        << header;
}

TEST(ByteRange, MalformedMeansTheWholeFile) {
  for (const std::string_view header :
       {"", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=1-2,4-5", "bytes=,1-2", "bytes=a-b",
        "bytes=+1-2", "bytes=1--2", "bytes=0x1-2", "bytes=1 -2", "pages=1-2", "bytes 1-2"})
    EXPECT_TRUE(std::holds_alternative<WholeFile>(RangeRequest::parse(header).of(10))) << header;
}

}  // namespace
}  // namespace core
