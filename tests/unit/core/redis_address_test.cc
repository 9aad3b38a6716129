#include "core/redis_address.h"

#include <gtest/gtest.h>

namespace core {
namespace {

RedisAddress parsed(const std::string& url) {
  const auto address = RedisAddress::parse(url);
  EXPECT_TRUE(address) << url << ": " << address.error().message;
  return address ? *address : RedisAddress();
}

TEST(RedisAddress, IsASocketOrAHost) {
  EXPECT_EQ(parsed("unix:///run/redis.sock").path, "/run/redis.sock");
  const RedisAddress host = parsed("redis://10.0.0.6");
  EXPECT_EQ(host.path, "");
  EXPECT_EQ(host.server.host, "10.0.0.6");
  EXPECT_EQ(host.server.port, 6379);
  EXPECT_FALSE(host.has_tls);
  EXPECT_EQ(parsed("redis://[2001:db8::1]:6380").server.host, "2001:db8::1");
  EXPECT_EQ(parsed("redis://[2001:db8::1]:6380").server.port, 6380);
  EXPECT_TRUE(parsed("rediss://redis.example.org:6380").has_tls);
}

TEST(RedisAddress, HasUserPasswordAndDatabase) {
  const RedisAddress whole = parsed("rediss://share:s3cret@redis.example.org:6380/2");
  EXPECT_EQ(whole.user, "share");
  EXPECT_EQ(whole.password, "s3cret");
  EXPECT_EQ(whole.server.host, "redis.example.org");
  EXPECT_EQ(whole.server.port, 6380);
  EXPECT_EQ(whole.database, 2);
  const RedisAddress without_user = parsed("redis://:p%40s%2Fs%25@host");
  EXPECT_EQ(without_user.user, "");
  EXPECT_EQ(without_user.password, "p@s/s%");
  EXPECT_EQ(without_user.server.host, "host");
  EXPECT_EQ(parsed("redis://:a:b@host/").password, "a:b");
  EXPECT_EQ(parsed("redis://:a@b@host/").password, "a@b");
}

TEST(RedisAddress, NamesSentinelsAndAMaster) {
  const RedisAddress address =
      parsed("sentinel://share:s3cret@10.0.0.7,[2001:db8::8]:26380,c.example.org:1/share/2");
  ASSERT_EQ(address.sentinels.size(), 3U);
  EXPECT_EQ(address.sentinels[0].to_string(), "10.0.0.7:26379");
  EXPECT_EQ(address.sentinels[1].to_string(), "[2001:db8::8]:26380");
  EXPECT_EQ(address.sentinels[2].to_string(), "c.example.org:1");
  EXPECT_EQ(address.master, "share");
  EXPECT_EQ(address.user, "share");
  EXPECT_EQ(address.password, "s3cret");
  EXPECT_EQ(address.database, 2);
  EXPECT_FALSE(address.has_tls);
  EXPECT_TRUE(parsed("sentinels://host/my-master_1.a").has_tls);
  EXPECT_EQ(parsed("sentinels://host/my-master_1.a").master, "my-master_1.a");
  EXPECT_TRUE(parsed("redis://host").sentinels.empty());
}

TEST(RedisAddress, IsShownWithoutThePassword) {
  EXPECT_EQ(parsed("sentinels://u:s3cret@10.0.0.7,[::1]:1/share/2").to_string(),
            "sentinels://10.0.0.7:26379,[::1]:1/share/2");
  EXPECT_EQ(parsed("rediss://share:s3cret@redis.example.org:6380/2").to_string(),
            "rediss://redis.example.org:6380/2");
  EXPECT_EQ(parsed("redis://:s3cret@[::1]").to_string(), "redis://[::1]:6379");
  EXPECT_EQ(parsed("unix:///run/redis.sock").to_string(), "unix:///run/redis.sock");
}

TEST(RedisAddress, RefusesWhatCannotBeUsedAndRepeatsNothingOfIt) {
  for (const char* url : {"",
                          "s3cret",
                          "http://:s3cret@host",
                          "unix://",
                          "unix://s3cret",
                          "redis://",
                          "redis://:6379",
                          "redis://:s3cret@",
                          "redis://:s3cret@host:0",
                          "redis://:s3cret@host:65536",
                          "redis://:s3cret@host:x",
                          "redis://:s3cret@host/x",
                          "redis://:s3cret@host/-1",
                          "redis://:s3cret@host/1?x=1",
                          "redis://:s3cret%@host",
                          "redis://:s3cret%zz@host",
                          "redis://:s3cret/1@host",
                          "redis://:s3cret@[::1",
                          "redis://:s3cret@[::1]6379",
                          "redis://:s3cret@ho st",
                          "redis://host,s3cret",
                          "redis://:s3cret@a:1:2",
                          "sentinel://:s3cret@a,b",
                          "sentinel://:s3cret@a,b/",
                          "sentinel://:s3cret@a,b//0",
                          "sentinel://:s3cret@a,/share",
                          "sentinel://:s3cret@,a/share",
                          "sentinel://:s3cret@/share",
                          "sentinel://:s3cret@a,b:0/share",
                          "sentinel://:s3cret@a/my master",
                          "sentinel://:s3cret@a/share/x",
                          "sentinel://:s3cret@a/share/1/2"}) {
    const auto address = RedisAddress::parse(url);
    ASSERT_FALSE(address) << url;
    EXPECT_EQ(address.error().message.find("s3cret"), std::string::npos) << address.error().message;
    EXPECT_TRUE(address.error().message.starts_with("redis_url: ")) << address.error().message;
  }
}

}  // namespace
}  // namespace core
