#include "db/connection/query.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace db {
namespace {

TEST(Query, NumbersTheNamesInTheOrderOfTheirFirstUse) {
  constexpr Query<R"(
select $below, $artifact, $below = any('{}'))">
      kQuery{"query"};
  EXPECT_EQ(std::string_view(kQuery.statement().sql), R"(-- Parameters: below, artifact
select $1, $2, $1 = any('{}'))");
}

TEST(Query, WritesOutTheOptionsOfALink) {
  constexpr Query<R"(
update share_links link set ({link}) = row({$link}) where $link.live <> $id returning {link.*})">
      kQuery{"query"};
  const std::string sql = kQuery.statement().sql;
  EXPECT_NE(sql.find("set (name, max_views, "), std::string::npos) << sql;
  EXPECT_NE(sql.find("row($1, $2, "), std::string::npos) << sql;
  EXPECT_NE(sql.find("returning link.name, link.max_views, "), std::string::npos) << sql;
  // The fifth option, and the first name after the nine options.
  EXPECT_NE(sql.find("where $5 <> $10"), std::string::npos) << sql;
}

TEST(Query, WritesOutHowCountsAreAdded) {
  constexpr Query<R"(
insert into artifact_counts select * from more {or add})">
      kQuery{"query"};
  const std::string sql = kQuery.statement().sql;
  EXPECT_NE(sql.find("from more on conflict (account_id, listed_as, "), std::string::npos) << sql;
  EXPECT_NE(sql.find("count = artifact_counts.count + excluded.count"), std::string::npos) << sql;
}

TEST(Query, PutsPartsInTheirPlacesAndLeavesOthers) {
  constexpr Text kWhole = R"(
select $second from {part} join {part} order by {other} {direction})";
  constexpr Text kPart = "(select $first)";
  constexpr Query<with_parts<kWhole, "{part}", kPart, "{other}", "$second">(), true> kQuery{
      "query"};
  EXPECT_EQ(std::string_view(kQuery.statement().sql), R"(-- Parameters: second, first
select $1 from (select $2) join (select $2) order by $1 {direction})");
}

TEST(Query, SendsTheValuesInTheOrderOfTheNumbers) {
  using Wanted = Query<R"(
select $first, $second, $link.allow_download, $link.live)">;
  core::LinkOptions options;
  options.allow_download = true;
  const std::string second = "two";
  const Parameters parameters =
      Wanted::in_order("second"_a = second, "link"_a = options, "first"_a = "one");
  const std::vector<const char*> values = parameters.values();
  ASSERT_EQ(values.size(), 4U);
  const auto text = [&](std::size_t at) {
    return std::string_view(values[at], static_cast<std::size_t>(parameters.lengths()[at]));
  };
  EXPECT_EQ(text(0), "one");
  EXPECT_EQ(text(1), "two");
  EXPECT_EQ(text(2), std::string_view("\x01", 1));
  EXPECT_EQ(text(3), "offer");
}

}  // namespace
}  // namespace db
