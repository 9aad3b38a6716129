#include <gtest/gtest.h>

#include "client/command_line.h"
#include "client/service/address.h"

namespace client {
namespace {

std::string parsed(const std::string& text) {
  const auto url = ServiceUrl::parse(text);
  return url ? url->text() : "";
}

TEST(ServiceUrl, IsTheSameHoweverItIsWritten) {
  for (const char* const text :
       {"https://share.example.org", "https://share.example.org/", "HTTPS://Share.Example.Org",
        "share.example.org", "https://share.example.org:443"})
    EXPECT_EQ(parsed(text), "https://share.example.org") << text;
  EXPECT_EQ(parsed("localhost:8443"), "https://localhost:8443");
  EXPECT_EQ(parsed("https://[::1]:8443/"), "https://[::1]:8443");
}

TEST(ServiceUrl, IsEncryptedButToThisMachine) {
  EXPECT_EQ(parsed("http://localhost:80"), "http://localhost");
  EXPECT_EQ(parsed("http://127.0.0.1:8080"), "http://127.0.0.1:8080");
  for (const char* const text :
       {"http://share.example.org", "http://127.0.0.1.example.org", "ftp://localhost", "file:///x"})
    EXPECT_EQ(parsed(text), "") << text;
}

TEST(ServiceUrl, HasNothingButSchemeHostAndPort) {
  for (const char* const text :
       {"", "https://", "https://h/path", "https://h?q", "https://h#f", "https://user@h",
        "https://user:secret@h", "https://h:70000", "two words", "https://h\n"})
    EXPECT_EQ(parsed(text), "") << text;
}

constexpr const char* kId = "art_01kezrwhr0e0fbkv6g3x9t2m5q";

TEST(NamedArtifact, IsAnIdOrALink) {
  const auto by_id = NamedArtifact::parse(kId);
  EXPECT_EQ(by_id.id, kId);
  EXPECT_FALSE(by_id.is_link());
  EXPECT_EQ(NamedArtifact::parse("ext:CI:main").path(), "/api/artifacts/ext:CI:main");
  const std::string id = kId;
  for (const std::string& link :
       {"https://h/a/" + id + "?token=a.b.c", "https://h/a/" + id,
        "https://h/a/" + id + "/file?token=a.b.c", "https://h/dashboard/artifacts/" + id,
        "https://h/a/" + id + "?token=a.b.c#L10"}) {
    const auto reference = NamedArtifact::parse(link);
    EXPECT_EQ(reference.id, id) << link;
    ASSERT_TRUE(reference.service) << link;
    EXPECT_EQ(reference.service->text(), "https://h");
  }
}

TEST(NamedArtifact, IsNothingElse) {
  const std::string id = kId;
  for (const std::string& text :
       {std::string(), std::string("art_1"), std::string("ext:a/b"), id + "x", "http://h/a/" + id,
        "h/a/" + id, "https://h/a/" + id + "x", "https://h/?id=/" + id, std::string("https://h/")})
    EXPECT_THROW(NamedArtifact::parse(text), WrongUsage) << text;
}

}  // namespace
}  // namespace client
