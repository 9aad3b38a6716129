#include <gtest/gtest.h>

#include "core/security/cryptography.h"
#include "core/share_link.h"
#include "core/text/encodings.h"
#include "core/text/text.h"

namespace core {
namespace {

const std::string kFirstSecret = to_base64(sha256("first"));
const std::string kSecondSecret = to_base64(sha256("second"));

SigningKeys keys(const std::string& text) {
  auto parsed = SigningKeys::parse(text);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *std::move(parsed);
}

SigningKeys one_key() { return keys("k1 " + kFirstSecret + "\n"); }

struct ShareToken : testing::Test {
  const SigningKeys signing_keys = one_key();
  const ArtifactId artifact = ArtifactId::generate(Timestamp());
  const ShareId link = ShareId::generate(Timestamp());
  const std::string token = sign_share_token(artifact, link, signing_keys.current());

  bool is_accepted(std::string_view text) const {
    return verify_share_token(text, artifact, signing_keys).has_value();
  }
};

std::string_view as_text(const Uuid& uuid) {
  return {reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size()};
}

TEST_F(ShareToken, NamesItsLink) {
  EXPECT_EQ(verify_share_token(token, artifact, signing_keys), link);
}

// Links that were given out must work with later versions.
TEST_F(ShareToken, HasItsDocumentedForm) {
  std::string message("share-link-v1\0", 14);
  message.append(as_text(artifact.uuid())).append(as_text(link.uuid()));
  std::string bytes(as_text(link.uuid()));
  for (const std::uint8_t byte : hmac_sha256(signing_keys.current().secret, message))
    if (bytes.size() < 32) bytes += static_cast<char>(byte);
  EXPECT_EQ(token, "k1." + to_base64url(as_bytes(bytes)));
  EXPECT_EQ(token.size(), 46U);
}

TEST_F(ShareToken, OfAnOlderKeyIsStillGoodAfterRotation) {
  const SigningKeys rotated = keys("k2 " + kSecondSecret + "\nk1 " + kFirstSecret + "\n");
  EXPECT_EQ(rotated.current().id, "k2");
  EXPECT_EQ(verify_share_token(token, artifact, rotated), link);
  EXPECT_FALSE(verify_share_token(token, artifact, keys("k2 " + kSecondSecret)));
}

TEST_F(ShareToken, OfAnotherKeyIsRefused) {
  EXPECT_FALSE(verify_share_token(token, artifact, keys("k1 " + kSecondSecret)));
  const SigningKeys both = keys("k2 " + kSecondSecret + "\nk1 " + kFirstSecret + "\n");
  EXPECT_FALSE(verify_share_token("k2" + token.substr(2), artifact, both));
}

TEST_F(ShareToken, OfAnUnknownKeyIsRefused) {
  const std::string signed_part = token.substr(token.find('.'));
  for (const char* id : {"", "k", "k11", "K1", " k1", "k1 ", "k1.", ".k1", "../../dev/null"})
    EXPECT_FALSE(is_accepted(id + signed_part)) << id;
}

TEST_F(ShareToken, IsSplitAtItsLastPeriod) {
  const SigningKeys dotted = keys("2026.01.a " + kFirstSecret + "\n2026 " + kSecondSecret + "\n");
  for (const SigningKey& key : dotted.all())
    EXPECT_EQ(verify_share_token(sign_share_token(artifact, link, key), artifact, dotted), link)
        << key.id;
}

TEST_F(ShareToken, OfAnotherArtifactIsRefused) {
  EXPECT_FALSE(verify_share_token(token, ArtifactId::generate(Timestamp()), signing_keys));
  EXPECT_FALSE(verify_share_token(token, ArtifactId(link.uuid()), signing_keys));
}

TEST_F(ShareToken, WithAnyBitFlippedIsRefused) {
  for (std::size_t i = 0; i < token.size() * 8; ++i) {
    std::string changed = token;
    changed[i / 8] = static_cast<char>(changed[i / 8] ^ (1 << i % 8));
    EXPECT_FALSE(is_accepted(changed)) << "bit " << i;
  }
}

// 32 bytes leave two bits of the last character unused: four characters mean the same bytes.
TEST_F(ShareToken, WithUnusedBitsThatAreNotZeroIsRefused) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  EXPECT_EQ(kDigits.find(token.back()) % 4, 0U);
  for (const char last : kDigits)
    EXPECT_EQ(is_accepted(token.substr(0, token.size() - 1) + last), last == token.back()) << last;
}

TEST_F(ShareToken, OfAnotherLengthIsRefused) {
  const std::string_view whole = token;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(is_accepted(whole.substr(0, length))) << length;
    EXPECT_FALSE(is_accepted(whole.substr(whole.size() - length))) << length;
  }
  for (const std::string& changed :
       {token + "=", token + "==", token + ".", token + "A", token + "AAAA", " " + token,
        token + " ", token + '\0', "." + token, token + token.substr(2), token + "." + token,
        std::string(100000, 'A'), std::string(100000, '.')})
    EXPECT_FALSE(is_accepted(changed));
}

// No punctuation of a text, nor what programs leave out of an address at its end.
TEST_F(ShareToken, EndsWithALetterOrDigit) {
  for (int i = 0; i < 1000; ++i) {
    const std::string other =
        sign_share_token(artifact, ShareId::generate(Timestamp()), signing_keys.current());
    EXPECT_TRUE(is_letter_or_digit(other.back())) << other;
  }
}

TEST_F(ShareToken, IsFoundInAnyText) {
  for (const std::string& text : {token, "trace-" + token, "a.b:" + token + ":c", token + "x"})
    EXPECT_TRUE(may_hold_share_token(text)) << text;
  for (const std::string& text :
       {std::string(), token.substr(3), token.substr(0, token.size() - 1), "k1:" + token.substr(3),
        std::string("Root=1-67891233-abcdef012345678912345678"),
        std::string("5b1d0f0e-7c52-4c0c-9a4f-3f6f6f1d2a90.1")})
    EXPECT_FALSE(may_hold_share_token(text)) << text;
}

}  // namespace
}  // namespace core
