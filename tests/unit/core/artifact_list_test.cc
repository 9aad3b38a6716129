#include "core/artifact/artifact_list.h"

#include <gtest/gtest.h>

#include "core/text/encoding.h"

namespace core {
namespace {

SigningKeys keys(const std::string& lines) { return *SigningKeys::parse(lines); }

const std::string kOld = "old " + to_base64(as_bytes("0123456789abcdefghijklmnopqrstuv")) + "\n";
const std::string kNew = "new " + to_base64(as_bytes("vutsrqponmlkjihgfedcba9876543210")) + "\n";

const ListCursor kPlace{Timestamp::from_unix_milliseconds(1768478460123),
                        *ArtifactId::parse("art_01h455vb4pex5vsknk084sn02q"), 40};

TEST(ListCursor, RoundTripsThroughText) {
  const ListFilter filter{Template::chart, ArtifactStatus::active, ListOrder::oldest_first};
  const auto cursor = read_cursor(write_cursor(kPlace, filter, keys(kOld)), filter, keys(kOld));
  ASSERT_TRUE(cursor);
  EXPECT_EQ(cursor->created_at, kPlace.created_at);
  EXPECT_EQ(cursor->id, kPlace.id);
  EXPECT_EQ(cursor->offset, 40);
}

TEST(ListCursor, HoldsForItsOwnListAlone) {
  const ListFilter filter;
  const std::string text = write_cursor(kPlace, filter, keys(kOld));
  for (const ListFilter& other :
       {ListFilter{Template::pdf, std::nullopt, ListOrder::newest_first},
        ListFilter{std::nullopt, ArtifactStatus::active, ListOrder::newest_first},
        ListFilter{std::nullopt, std::nullopt, ListOrder::oldest_first}}) {
    const auto cursor = read_cursor(text, other, keys(kOld));
    ASSERT_FALSE(cursor);
    EXPECT_EQ(cursor.error().code, ErrorCode::invalid_cursor);
  }
}

TEST(ListCursor, IsAcceptedOnlyUnmodified) {
  const ListFilter filter;
  const std::string text = write_cursor(kPlace, filter, keys(kOld));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(read_cursor(changed, filter, keys(kOld))) << i;
  }
  for (const std::string& other : {std::string(), text + "A", text.substr(1), std::string("x")})
    EXPECT_FALSE(read_cursor(other, filter, keys(kOld)));
}

TEST(ListCursor, SurvivesAChangeOfKeysAsLongAsTheOldOneIsThere) {
  const ListFilter filter;
  const std::string text = write_cursor(kPlace, filter, keys(kOld));
  EXPECT_TRUE(read_cursor(text, filter, keys(kNew + kOld)));
  EXPECT_FALSE(read_cursor(text, filter, keys(kNew)));
}

}  // namespace
}  // namespace core
