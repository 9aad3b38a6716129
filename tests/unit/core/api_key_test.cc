#include <gtest/gtest.h>

#include "core/security/tokens.h"
#include "core/text/encodings.h"

namespace core {
namespace {

TEST(ApiKey, HasThePrefixAndTheLengthOfTheContract) {
  const ApiKey key = ApiKey::generate();
  EXPECT_EQ(key.secret().size(), 5U + 36U + 6U);
  EXPECT_TRUE(key.secret().starts_with("artk_"));
  EXPECT_EQ(key.display_prefix(), key.secret().substr(0, 11));
}

TEST(ApiKey, ChecksumIsThatOfZlib) {
  // Python: zlib.crc32(b"0" * 36), in base62 with the digits 0-9A-Za-z.
  EXPECT_TRUE(ApiKey::parse("artk_" + std::string(36, '0') + "0etOEM"));
}

TEST(ApiKey, RoundTripsThroughText) {
  for (int i = 0; i < 1000; ++i) {
    const ApiKey key = ApiKey::generate();
    const auto parsed = ApiKey::parse(key.secret());
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->secret(), key.secret());
  }
}

TEST(ApiKey, RefusesAKeyWithOneCharacterChanged) {
  const std::string key = ApiKey::generate().secret();
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::string changed = key;
    changed[i] = changed[i] == 'a' ? 'b' : 'a';
    EXPECT_FALSE(ApiKey::parse(changed)) << i;
  }
}

TEST(ApiKey, RefusesEveryOtherText) {
  const std::string key = ApiKey::generate().secret();
  for (const std::string& text : {std::string(), std::string("artk_"), key + "0", key.substr(1),
                                  " " + key, key + "\n", std::string(8192, 'a')})
    EXPECT_FALSE(ApiKey::parse(text)) << text;
}

TEST(ApiKey, IsStoredAsItsSha256) {
  const ApiKey key = ApiKey::generate();
  EXPECT_EQ(key.hash(), sha256(key.secret()));
  EXPECT_EQ(to_hexadecimal(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace core
