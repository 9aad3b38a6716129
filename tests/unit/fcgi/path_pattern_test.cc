#include <stdexcept>

#include <gtest/gtest.h>

#include "fcgi/routes.h"

namespace fcgi {
namespace {

const std::string kLetters(26, '0');

std::vector<PathId> ids_in(std::string_view pattern, std::string_view path) {
  std::vector<PathId> ids;
  EXPECT_TRUE(matches(pattern, path, ids)) << path;
  return ids;
}

TEST(PathPattern, HasTheIdsInTheirOrder) {
  const auto ids = ids_in("/artifacts/{artifact_id}/shares/{share_id}",
                          "/artifacts/art_" + kLetters + "/shares/shr_" + kLetters);
  ASSERT_EQ(ids.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<core::ArtifactId>(ids[0]));
  EXPECT_TRUE(std::holds_alternative<core::ShareId>(ids[1]));
}

TEST(PathPattern, TellsKindsOfIdsByTheirPrefix) {
  for (const auto& [name, prefix] :
       {std::pair("artifact_id", "art_"), std::pair("share_id", "shr_"),
        std::pair("key_id", "key_"), std::pair("app_id", "app_"), std::pair("user_id", "usr_")}) {
    const std::string pattern = "/x/{" + std::string(name) + "}";
    EXPECT_EQ(ids_in(pattern, "/x/" + (prefix + kLetters)).size(), 1U);
    std::vector<PathId> ids;
    EXPECT_FALSE(matches(pattern, "/x/acc_" + kLetters, ids)) << name;
    const auto part = malformed_part(pattern, "/x/acc_" + kLetters);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->rule, "an ID in this path must be " + std::string(prefix) +
                              " and 26 letters and digits, as responses have it");
  }
}

TEST(PathPattern, TellsAWordFromAMalformedId) {
  const auto word = malformed_part("/artifacts/{artifact_id}", "/artifacts/search");
  ASSERT_TRUE(word);
  EXPECT_EQ(word->parent, "/artifacts");
  EXPECT_FALSE(word->is_attempt);
  const auto id = malformed_part("/artifacts/{artifact_id}/share", "/artifacts/art_1/share");
  ASSERT_TRUE(id);
  EXPECT_TRUE(id->is_attempt);
  EXPECT_FALSE(malformed_part("/artifacts/{artifact_id}", "/artifacts/search/share"));
}

TEST(PathPattern, TakesAnExternalIdForThatOfAnArtifactInTheApiOnly) {
  for (const std::string_view segment : {"ext:a:b", "ext%3Aa%3ab", "%65xt:a:b"}) {
    const auto ids =
        ids_in("/artifacts/{artifact_id}/share", "/artifacts/" + std::string(segment) + "/share");
    ASSERT_EQ(ids.size(), 1U) << segment;
    EXPECT_EQ(std::get<core::ExternalId>(ids[0]).text(), "a:b");
  }
  std::vector<PathId> ids;
  for (const std::string_view segment : {"ext:", "ext:a%2Fb", "ext:a%", "ext:%2e", "ext:a%00", "a"})
    EXPECT_FALSE(matches("/artifacts/{artifact_id}", "/artifacts/" + std::string(segment), ids))
        << segment;
  EXPECT_FALSE(matches("/a/{artifact_id}", "/a/ext:a", ids));
  EXPECT_FALSE(matches("/dashboard/artifacts/{artifact_id}", "/dashboard/artifacts/ext:a", ids));
  const auto malformed = malformed_part("/artifacts/{artifact_id}", "/artifacts/ext:-");
  ASSERT_TRUE(malformed);
  EXPECT_TRUE(malformed->is_attempt);
  EXPECT_TRUE(malformed->rule.starts_with("an external ID after ext: must have 1 to 128"));
}

TEST(PathPattern, HasNoPlaceholderOfAnotherName) {
  std::vector<PathId> ids;
  EXPECT_THROW(matches("/x/{id}", "/x/1", ids), std::logic_error);
}

}  // namespace
}  // namespace fcgi
