#include <gtest/gtest.h>

#include "core/security/signing_keys.h"

namespace core {
namespace {

const SigningKey kKey{"k1", std::string(32, 'a')};
const SigningKey kOther{"k1", std::string(32, 'b')};

TEST(SealedText, OpensWithItsKeyAlone) {
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(100000, 'y'), std::string("a\0b", 3)}) {
    const std::string sealed = seal(text, kKey);
    EXPECT_EQ(unseal(sealed, kKey), text);
    EXPECT_EQ(unseal(sealed, kOther), std::nullopt);
  }
}

TEST(SealedText, ShowsNothingOfTheText) {
  const std::string sealed = seal(std::string(50, 'x'), kKey);
  EXPECT_EQ(sealed.find("eHh4"), std::string::npos);  // "xxx" in base64
  EXPECT_NE(sealed, seal(std::string(50, 'x'), kKey));
}

TEST(SealedText, RefusesWhatWasChanged) {
  const std::string sealed = seal("some text", kKey);
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(unseal(changed, kKey), std::nullopt) << i;
  }
  for (const std::string& other :
       {std::string(), std::string("AAAA"), sealed.substr(4), sealed + "AAAA"})
    EXPECT_EQ(unseal(other, kKey), std::nullopt);
}

}  // namespace
}  // namespace core
