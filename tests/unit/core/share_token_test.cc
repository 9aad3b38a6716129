#include "core/security/share_token.h"

#include <gtest/gtest.h>

#include "core/encodings/encoding.h"
#include "core/security/cryptography.h"

namespace core {
namespace {

const std::string kFirstSecret = to_base64(sha256("first"));
const std::string kSecondSecret = to_base64(sha256("second"));

SigningKeys keys(const std::string& text) {
  auto parsed = SigningKeys::parse(text);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *std::move(parsed);
}

SigningKeys one_key() { return keys("first " + kFirstSecret + "\n"); }

ShareClaims some_claims() {
  return {ArtifactId::generate(Timestamp()), ShareId::generate(Timestamp()),
          Timestamp::from_unix_milliseconds(1768478400123)};
}

std::string encode(std::string_view text) { return to_base64url(as_bytes(text)); }

// A token with any header and payload, rightly signed with the key.
std::string signed_token(std::string_view header, std::string_view payload, const SigningKey& key) {
  const std::string signed_part = encode(header) + '.' + encode(payload);
  return signed_part + '.' + to_base64url(hmac_sha256(key.secret, signed_part));
}

std::string payload_of(const ShareClaims& claims) {
  return R"({"sub":")" + claims.artifact.to_string() + R"(","jti":")" + claims.share.to_string() +
         R"(","iat":1768478400})";
}

constexpr std::string_view kHeader = R"({"alg":"HS256","typ":"JWT","kid":"first"})";

TEST(ShareToken, RoundTripsItsClaims) {
  const SigningKeys signing_keys = one_key();
  const ShareClaims claims = some_claims();
  const auto verified =
      verify_share_token(sign_share_token(claims, signing_keys.current()), signing_keys);
  ASSERT_TRUE(verified);
  EXPECT_EQ(verified->artifact, claims.artifact);
  EXPECT_EQ(verified->share, claims.share);
  EXPECT_EQ(verified->issued_at.unix_seconds(), 1768478400);
}

TEST(ShareToken, IsAJwtThatOthersCanRead) {
  const SigningKeys signing_keys = one_key();
  const ShareClaims claims = some_claims();
  EXPECT_EQ(sign_share_token(claims, signing_keys.current()),
            signed_token(kHeader, payload_of(claims), signing_keys.current()));
}

TEST(ShareToken, IsDeterministic) {
  const SigningKeys signing_keys = one_key();
  const ShareClaims claims = some_claims();
  EXPECT_EQ(sign_share_token(claims, signing_keys.current()),
            sign_share_token(claims, signing_keys.current()));
}

TEST(ShareToken, OfAnOlderKeyIsStillGoodAfterRotation) {
  const std::string token = sign_share_token(some_claims(), one_key().current());
  const SigningKeys rotated = keys("second " + kSecondSecret + "\nfirst " + kFirstSecret + "\n");
  EXPECT_EQ(rotated.current().id, "second");
  EXPECT_TRUE(verify_share_token(token, rotated));
  EXPECT_FALSE(verify_share_token(token, keys("second " + kSecondSecret)));
}

TEST(ShareToken, WithAnyBitFlippedIsRefused) {
  const SigningKeys signing_keys = one_key();
  const std::string token = sign_share_token(some_claims(), signing_keys.current());
  for (std::size_t i = 0; i < token.size() * 8; ++i) {
    std::string changed = token;
    changed[i / 8] = static_cast<char>(changed[i / 8] ^ (1 << i % 8));
    EXPECT_FALSE(verify_share_token(changed, signing_keys)) << "bit " << i;
  }
}

TEST(ShareToken, OfAnotherAlgorithmIsRefusedThoughRightlySigned) {
  const SigningKeys signing_keys = one_key();
  const std::string payload = payload_of(some_claims());
  for (const std::string algorithm :
       {"none", "None", "NONE", "nOnE", "", "HS512", "HS384", "RS256", "hs256", "HS256 "}) {
    const std::string header = R"({"alg":")" + algorithm + R"(","typ":"JWT","kid":"first"})";
    EXPECT_FALSE(
        verify_share_token(signed_token(header, payload, signing_keys.current()), signing_keys))
        << algorithm;
    EXPECT_FALSE(verify_share_token(encode(header) + '.' + encode(payload) + '.', signing_keys))
        << algorithm;
  }
}

TEST(ShareToken, WithAnotherHeaderIsRefused) {
  const SigningKeys signing_keys = one_key();
  const std::string payload = payload_of(some_claims());
  for (const std::string_view header :
       {R"({"alg":"HS256","typ":"JWT"})", R"({"alg":"HS256","kid":"other"})",
        R"({"alg":"HS256","kid":"../../dev/null"})", R"({"alg":"HS256","kid":""})",
        R"({"alg":"HS256","kid":["first"]})", R"({"alg":["HS256"],"kid":"first"})",
        R"({"alg":"HS256","kid":"first","crit":["exp"]})", R"(["HS256"])", "", "null", "{"}) {
    EXPECT_FALSE(
        verify_share_token(signed_token(header, payload, signing_keys.current()), signing_keys))
        << header;
  }
}

TEST(ShareToken, WithClaimsMissingOrOfAWrongTypeIsRefused) {
  const SigningKeys signing_keys = one_key();
  const std::string sub = '"' + some_claims().artifact.to_string() + '"';
  const std::string jti = '"' + some_claims().share.to_string() + '"';
  for (const std::string& payload :
       {std::string("{}"), std::string("[]"), std::string(),
        R"({"jti":)" + jti + R"(,"iat":1768478400})", R"({"sub":)" + sub + R"(,"iat":1768478400})",
        R"({"sub":)" + sub + R"(,"jti":)" + jti + "}",
        R"({"sub":)" + jti + R"(,"jti":)" + sub + R"(,"iat":1})",
        R"({"sub":)" + sub + R"(,"jti":)" + jti + R"(,"iat":-1})",
        R"({"sub":)" + sub + R"(,"jti":)" + jti + R"(,"iat":1.5})",
        R"({"sub":)" + sub + R"(,"jti":)" + jti + R"(,"iat":"1"})",
        R"({"sub":)" + sub + R"(,"jti":)" + jti + R"(,"iat":99999999999999999999})",
        R"({"sub":)" + sub + R"(,"jti":)" + jti + R"(,"iat":253402300800})"}) {
    EXPECT_FALSE(
        verify_share_token(signed_token(kHeader, payload, signing_keys.current()), signing_keys))
        << payload;
  }
}

TEST(ShareToken, WithTextAroundItOrPaddingIsRefused) {
  const SigningKeys signing_keys = one_key();
  const std::string token = sign_share_token(some_claims(), signing_keys.current());
  for (const std::string& changed :
       {token + "=", token + ".", token + "A", " " + token, token + " ", "." + token,
        token.substr(0, token.size() - 1), token.substr(0, token.rfind('.')),
        token.substr(0, token.rfind('.') + 1), std::string(), std::string(".."),
        std::string(100000, 'A'), std::string(100000, '.')})
    EXPECT_FALSE(verify_share_token(changed, signing_keys));
}

}  // namespace
}  // namespace core
