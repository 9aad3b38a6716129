// What is read of headers: entity tags and a client's ID of its request.
#include <string>

#include <gtest/gtest.h>

#include "core/ids.h"
#include "core/text/http_values.h"

namespace core {
namespace {

TEST(EntityTags, AreReadStrictlyWhereAWriteDependsOnThem) {
  for (const char* list : {"\"a\"", " \"a\" ", "\"b\", \"a\"", "\"b\",\"a\"", ",\"a\",,", "*",
                           " * ", "W/\"a\", \"a\"", "\"x,y\", \"a\""}) {
    const auto tags = EntityTags::parse_strictly(list);
    ASSERT_TRUE(tags) << list;
    EXPECT_TRUE(tags->match_strongly("\"a\"")) << list;
  }
  EXPECT_FALSE(EntityTags::parse_strictly("W/\"a\"")->match_strongly("\"a\""));
  EXPECT_FALSE(EntityTags::parse_strictly("\"x,a\"")->match_strongly("\"a\""));
  for (const char* list : {"", " ", ",", "a", "3-active", "\"a", "a\"", "\"a\" \"b\"", "\"a\"b",
                           "w/\"a\"", "W/a", "*, \"a\"", "'a'", "\"a b\"", "\"a\x7f\""})
    EXPECT_FALSE(EntityTags::parse_strictly(list)) << list;
}

TEST(ClientRequestId, IsTakenWhereItIsPlainAndShort) {
  for (const std::string& id :
       {std::string("1"), std::string("5b1d0f0e-7c52-4c0c-9a4f-3f6f6f1d2a90"),
        std::string("Root=1-67891233-abcdef012345678912345678"), std::string("a/b:c+d=e@f.g~h_i"),
        std::string(128, 'x')})
    EXPECT_TRUE(is_client_request_id(id)) << id;
  for (const std::string& id :
       {std::string(), std::string(129, 'x'), std::string("a b"), std::string("a\r\nb"),
        std::string("a\"b"), std::string("a<b"), std::string("a,b"), std::string("a;b"),
        std::string("\xc3\xa9"), std::string("req_01kezs8g4ff1jtdw6s2v9x0m3z"),
        std::string("req_mine"), std::string("x-artk_abcdef"), "trace-k1." + std::string(43, 'x')})
    EXPECT_FALSE(is_client_request_id(id)) << id;
}

}  // namespace
}  // namespace core
