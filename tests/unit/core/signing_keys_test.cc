#include "core/security/signing_keys.h"

#include <gtest/gtest.h>

#include "core/security/cryptography.h"
#include "core/text/encodings.h"

namespace core {
namespace {

const std::string kFirstSecret = to_base64(sha256("first"));
const std::string kSecondSecret = to_base64(sha256("second"));

TEST(SigningKeys, MustHaveSecretsOf256BitsThatLookRandom) {
  for (const std::string& text :
       {std::string(), std::string("# nothing but a comment\n"), std::string("first\n"),
        std::string("first c2hvcnQ=\n"), "first " + to_base64(as_bytes(std::string(32, 'x'))),
        "first " + kFirstSecret + " more", "fir/st " + kFirstSecret,
        "first " + kFirstSecret + "\nfirst " + kSecondSecret, std::string("first not*base64")})
    EXPECT_FALSE(SigningKeys::parse(text)) << text;
}

TEST(SigningKeys, ErrorNamesTheLineAndNotTheSecret) {
  const auto parsed = SigningKeys::parse("# comment\nfirst c2hvcnQ=\n");
  ASSERT_FALSE(parsed);
  EXPECT_NE(parsed.error().message.find("line 2"), std::string::npos);
  EXPECT_EQ(parsed.error().message.find("c2hvcnQ"), std::string::npos);
}

}  // namespace
}  // namespace core
