#include <gtest/gtest.h>

#include "core/security/signing_keys.h"

namespace core {
namespace {

constexpr const char* kOurs =
    "old ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=\n"
    "new PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0=\n";
constexpr const char* kForeign = "new Ln0sA6lQeuJl7PW1NWiFpTOTogKdJBOUmXJloaJa78Y=\n";

SigningKeys keys(const char* text) { return *SigningKeys::parse(text); }

Timestamp at(std::int64_t seconds) { return Timestamp::from_unix_milliseconds(seconds * 1000); }

TEST(SelfCheck, IsProvenByAnyOfTheKeysForAMinute) {
  const SigningKeys ours = keys(kOurs);
  for (const SigningKey& key : ours.all()) {
    const std::string proof = prove_self_check(at(1000000), key);
    for (const std::int64_t difference : {-60, -1, 0, 1, 60})
      EXPECT_TRUE(is_self_check(proof, at(1000000 + difference), ours)) << difference;
    for (const std::int64_t difference : {-100000, -61, 61, 100000})
      EXPECT_FALSE(is_self_check(proof, at(1000000 + difference), ours)) << difference;
  }
}

TEST(SelfCheck, IsNotProvenByAnythingElse) {
  const SigningKeys ours = keys(kOurs);
  const std::string foreign = prove_self_check(at(1000000), keys(kForeign).current());
  EXPECT_FALSE(is_self_check(foreign, at(1000000), ours));
  const std::string proof = prove_self_check(at(1000000), ours.current());
  for (const std::string& text :
       {std::string(), std::string("."), std::string("1000000"), std::string("1000000."),
        "1000001" + proof.substr(7), proof + "A", proof.substr(0, proof.size() - 1), " " + proof,
        std::string("99999999999999999999.x"), std::string("-1.x")})
    EXPECT_FALSE(is_self_check(text, at(1000000), ours)) << text;
}

}  // namespace
}  // namespace core
