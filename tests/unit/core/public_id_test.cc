#include <set>

#include <gtest/gtest.h>

#include "core/ids.h"

namespace core {
namespace {

TEST(PublicId, WritesTheExampleOfTheTypeIdSpecification) {
  // The specification's own pair of UUID and text.
  const Uuid uuid{{0x01, 0x89, 0x0a, 0x5d, 0xac, 0x96, 0x77, 0x4b, 0xbc, 0xce, 0xb3, 0x02, 0x09,
                   0x9a, 0x80, 0x57}};
  EXPECT_EQ(ArtifactId(uuid).to_string(), "art_01h455vb4pex5vsknk084sn02q");
  EXPECT_EQ(ArtifactId::parse("art_01h455vb4pex5vsknk084sn02q"), ArtifactId(uuid));
}

TEST(PublicId, RoundTripsThroughText) {
  for (int i = 0; i < 1000; ++i) {
    const auto id = ShareId::generate(Timestamp::from_unix_milliseconds(1768478400000 + i));
    EXPECT_EQ(ShareId::parse(id.to_string()), id);
  }
}

TEST(PublicId, IsOfVersionSevenAndBeginsWithTheMoment) {
  const auto id = ArtifactId::generate(Timestamp::from_unix_milliseconds(0x0123456789ab));
  const auto& bytes = id.uuid().bytes;
  EXPECT_EQ(bytes[0], 0x01);
  EXPECT_EQ(bytes[5], 0xab);
  EXPECT_EQ(bytes[6] >> 4, 7);
  EXPECT_EQ(bytes[8] >> 6, 2);
}

TEST(PublicId, IsUnique) {
  std::set<ArtifactId> seen;
  for (int i = 0; i < 10000; ++i)
    EXPECT_TRUE(seen.insert(ArtifactId::generate(Timestamp())).second);
}

TEST(PublicId, RefusesEveryOtherText) {
  for (const std::string_view text :
       {"", "art_", "art", "art_01h455vb4pex5vsknk084sn02", "art_01h455vb4pex5vsknk084sn02qq",
        "ART_01h455vb4pex5vsknk084sn02q", "art_01H455VB4PEX5VSKNK084SN02Q",
        "shr_01h455vb4pex5vsknk084sn02q", "art-01h455vb4pex5vsknk084sn02q",
        "art_81h455vb4pex5vsknk084sn02q", "art_01h455vb4pex5vsknk084sn02u",
        "art_01h455vb4pex5vsknk084sn0 q", " art_01h455vb4pex5vsknk084sn02q"})
    EXPECT_FALSE(ArtifactId::parse(text)) << text;
}

}  // namespace
}  // namespace core
