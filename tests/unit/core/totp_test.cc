// One-time passwords by time, and the recovery codes beside them.
#include <set>

#include <gtest/gtest.h>

#include "core/security/passwords.h"

namespace core {
namespace {

constexpr std::string_view kSecret = "12345678901234567890";

Timestamp at(std::int64_t seconds) { return Timestamp::from_unix_milliseconds(seconds * 1000); }

// RFC 6238, appendix B, the SHA-1 rows; of eight digits there the last six.
TEST(Totp, MatchesTheCodesOfTheStandard) {
  const std::pair<std::int64_t, std::string_view> vectors[] = {
      {59, "287082"},         {1111111109, "081804"}, {1111111111, "050471"},
      {1234567890, "005924"}, {2000000000, "279037"}, {20000000000, "353130"}};
  for (const auto& [seconds, code] : vectors)
    EXPECT_EQ(totp_code(kSecret, totp_step(at(seconds))), code) << seconds;
}

// RFC 4226, appendix D.
TEST(Totp, MatchesTheCodesOfTheStandardForCounters) {
  const std::string_view codes[] = {"755224", "287082", "359152", "969429", "338314",
                                    "254676", "287922", "162583", "399871", "520489"};
  for (std::int64_t count = 0; const std::string_view code : codes)
    EXPECT_EQ(totp_code(kSecret, count++), code);
}

TEST(Totp, AcceptsAdjacentStepsOnly) {
  const std::int64_t present = totp_step(at(1111111111));
  for (std::int64_t away = -3; away <= 3; ++away) {
    const auto found =
        matching_totp_step(kSecret, totp_code(kSecret, present + away), at(1111111111), 0);
    if (away >= -1 && away <= 1)
      EXPECT_EQ(found, present + away);
    else
      EXPECT_FALSE(found) << away;
  }
}

TEST(Totp, RejectsUsedSteps) {
  const std::int64_t present = totp_step(at(1111111111));
  const std::string code = totp_code(kSecret, present);
  EXPECT_TRUE(matching_totp_step(kSecret, code, at(1111111111), present - 1));
  EXPECT_FALSE(matching_totp_step(kSecret, code, at(1111111111), present));
  EXPECT_FALSE(matching_totp_step(kSecret, code, at(1111111111), present + 5));
}

TEST(Totp, IgnoresSpacesOnly) {
  EXPECT_TRUE(matching_totp_step(kSecret, " 050 471", at(1111111111), 0));
  for (const std::string_view code : {"", "05047", "0504711", "50471", "05047x", "+050471"})
    EXPECT_FALSE(matching_totp_step(kSecret, code, at(1111111111), 0)) << code;
}

TEST(Totp, HasAUriForApps) {
  // RFC 4648, part 10.
  EXPECT_EQ(to_base32(""), "");
  EXPECT_EQ(to_base32("fo"), "MZXQ");
  EXPECT_EQ(to_base32("foobar"), "MZXW6YTBOI");
  EXPECT_EQ(otpauth_uri("Artifact Share", kSecret, "o'b+x@lights.example"),
            "otpauth://totp/Artifact%20Share:o%27b%2bx%40lights.example?secret="
            "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Artifact%20Share");
}

TEST(Totp, GeneratesANewSecretEachTime) {
  EXPECT_EQ(generate_totp_secret().size(), 20U);
  EXPECT_NE(generate_totp_secret(), generate_totp_secret());
}

TEST(RecoveryCodes, AreTenThatDifferAndAreReadAsPeopleTypeThem) {
  const auto codes = generate_recovery_codes();
  EXPECT_EQ(std::set<std::string>(codes.begin(), codes.end()).size(), 10U);
  EXPECT_TRUE(canonical_recovery_code(codes[0]));
  EXPECT_EQ(canonical_recovery_code(" ABCD-efgh ijkl-mno7 "), "abcdefghijklmno7");
  for (const std::string_view text :
       {"", "abcd-efgh-ijkl-mno", "abcd-efgh-ijkl-mnopq", "abcd-efgh-ijkl-mno1"})
    EXPECT_FALSE(canonical_recovery_code(text)) << text;
}

}  // namespace
}  // namespace core
