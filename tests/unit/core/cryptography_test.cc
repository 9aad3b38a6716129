#include "core/security/cryptography.h"

#include <string>

#include <gtest/gtest.h>

#include "core/text/encodings.h"

namespace core {
namespace {

// RFC 4231, test cases 1, 6 and 2, and an empty key.
TEST(Cryptography, ComputesTheExamplesOfTheStandardInAnyOrder) {
  const std::string short_key(20, '\x0b');
  const std::string long_key(131, '\xaa');
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(to_hexadecimal(hmac_sha256(short_key, "Hi There")),
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    EXPECT_EQ(to_hexadecimal(hmac_sha256("", "")),
              "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
    EXPECT_EQ(to_hexadecimal(
                  hmac_sha256(long_key, "Test Using Larger Than Block-Size Key - Hash Key First")),
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    EXPECT_EQ(to_hexadecimal(hmac_sha256({}, {})),
              "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
    EXPECT_EQ(to_hexadecimal(hmac_sha256("Jefe", "what do ya want for nothing?")),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  }
}

}  // namespace
}  // namespace core
