#include <string>

#include <gtest/gtest.h>

#include "app/viewer.h"
#include "core/security/cryptography.h"
#include "core/text/encodings.h"

namespace app {
namespace {

core::SigningKeys keys(const std::string& id) {
  auto parsed = core::SigningKeys::parse(id + ' ' + core::to_base64(core::sha256(id)) + '\n');
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *std::move(parsed);
}

core::ShareId new_link() { return core::ShareId::generate(core::Timestamp()); }

core::Timestamp at_second(std::int64_t second) {
  return core::Timestamp::from_unix_milliseconds(second * 1000);
}

TEST(UnlockedProof, IsForOneLinkAndOnePasswordHash) {
  const core::SigningKeys own = keys("own");
  const core::ShareId link = new_link();
  const Proof proof = prove_unlocked(link, "hash", own);
  EXPECT_EQ(proof.link, link);
  EXPECT_TRUE(proves_unlocked(proof.value, link, "hash", own));
  EXPECT_FALSE(proves_unlocked(proof.value, new_link(), "hash", own));
  EXPECT_FALSE(proves_unlocked(proof.value, link, "another hash", own));
  EXPECT_FALSE(proves_unlocked(proof.value, link, "hash", keys("other")));
  EXPECT_FALSE(proves_unlocked("", link, "hash", own));
}

TEST(ViewedProof, IsForOneLinkAndOneHour) {
  const core::SigningKeys own = keys("own");
  const core::ShareId link = new_link();
  const Proof proof = prove_viewed(link, at_second(1000), own);
  EXPECT_TRUE(proves_viewed(proof.value, link, at_second(1000), own));
  EXPECT_TRUE(proves_viewed(proof.value, link, at_second(4599), own));
  EXPECT_FALSE(proves_viewed(proof.value, link, at_second(4600), own));
  EXPECT_FALSE(proves_viewed(proof.value, new_link(), at_second(1000), own));
  EXPECT_FALSE(proves_viewed(proof.value, link, at_second(1000), keys("other")));
}

TEST(ViewedProof, CannotBeExtended) {
  const core::SigningKeys own = keys("own");
  const core::ShareId link = new_link();
  const std::string value = prove_viewed(link, at_second(1000), own).value;
  EXPECT_FALSE(proves_viewed('9' + value, link, at_second(1000), own));
  for (const char* malformed : {"", ".", "9999", "9999.", "-1.x"})
    EXPECT_FALSE(proves_viewed(malformed, link, at_second(1000), own)) << malformed;
}

TEST(OpenedProof, IsForOneArtifactLinkVersionAndPasswordForAnHour) {
  const core::SigningKeys own = keys("own");
  const core::ShareId link = new_link();
  const auto artifact = core::ArtifactId::generate(core::Timestamp());
  const auto other = core::ArtifactId::generate(core::Timestamp());
  const std::string proof = prove_opened(artifact, link, "3", "hash", at_second(1000), own);
  const auto page = opened_page(proof, artifact, "3", own);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->link, link);
  EXPECT_TRUE(page->is_open(at_second(4599), "hash"));
  EXPECT_FALSE(page->is_open(at_second(4600), "hash"));
  EXPECT_FALSE(page->is_open(at_second(1000), "another hash"));
  EXPECT_FALSE(page->is_open(at_second(1000), std::nullopt));
  EXPECT_FALSE(opened_page(proof, other, "3", own));
  EXPECT_FALSE(opened_page(proof, artifact, "4", own));
  EXPECT_FALSE(opened_page(proof, artifact, std::nullopt, own));
  EXPECT_FALSE(opened_page(proof, artifact, "3", keys("other")));
  for (std::size_t i = 0; i < proof.size(); ++i) {
    std::string changed = proof;
    changed[i] = changed[i] == 'a' ? 'b' : 'a';
    EXPECT_FALSE(opened_page(changed, artifact, "3", own)) << i;
  }
}

TEST(Proofs, OfOneKindAreNotOfTheOther) {
  const core::SigningKeys own = keys("own");
  const core::ShareId link = new_link();
  const std::string viewed = prove_viewed(link, at_second(1000), own).value;
  const std::string signature = viewed.substr(viewed.find('.') + 1);
  EXPECT_FALSE(proves_unlocked(signature, link, "4600", own));
}

}  // namespace
}  // namespace app
