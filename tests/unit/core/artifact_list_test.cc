#include <gtest/gtest.h>

#include "core/lists.h"
#include "core/text/encodings.h"

namespace core {
namespace {

SigningKeys keys(const std::string& lines) { return *SigningKeys::parse(lines); }

const std::string kOld = "old " + to_base64(as_bytes("0123456789abcdefghijklmnopqrstuv")) + "\n";
const std::string kNew = "new " + to_base64(as_bytes("vutsrqponmlkjihgfedcba9876543210")) + "\n";

const Timestamp kMoment = Timestamp::from_unix_milliseconds(1768478460123);
const ListCursor kPlace{kMoment, *ArtifactId::parse("art_01h455vb4pex5vsknk084sn02q"), 40};

TEST(ListCursor, RoundTripsThroughText) {
  const ListFilter filter{Template::chart, ArtifactStatus::active, ListOrder::oldest_first};
  const auto cursor = read_cursor(write_cursor(kPlace, filter, keys(kOld)), filter, keys(kOld));
  ASSERT_TRUE(cursor);
  EXPECT_EQ(cursor->time, kPlace.time);
  EXPECT_EQ(cursor->id, kPlace.id);
  EXPECT_EQ(cursor->offset, 40);
}

TEST(ListCursor, HasTheValueThatItsListIsSortedBy) {
  for (const auto& [name, order] : kListOrders) {
    const ListFilter filter{.order = order};
    EXPECT_EQ(name_of(order), name);
    for (const std::string& value : {std::string(), std::string("Ähre\n\0", 8)}) {
      ListCursor place = kPlace;
      place.value = value;
      const auto cursor = read_cursor(write_cursor(place, filter, keys(kOld)), filter, keys(kOld));
      ASSERT_TRUE(cursor) << name;
      EXPECT_EQ(cursor->value, value);
      EXPECT_EQ(cursor->id, kPlace.id);
    }
  }
}

// Where a place may have any length, it could begin earlier or later.
TEST(ListCursor, SharesNothingWithTheListsBesideIt) {
  const ListFilter filter{.title = "a"};
  const std::string text = write_cursor(kPlace, filter, keys(kOld));
  const auto bytes = from_base64url(text);
  ASSERT_TRUE(bytes);
  const std::string moved = "a\n1\n" + *bytes;
  EXPECT_FALSE(read_cursor(to_base64url(as_bytes(moved)), {}, keys(kOld)));
}

TEST(ListFilter, IsSortedByWhatNoIndexHas) {
  EXPECT_FALSE(ListFilter().is_sorted());
  for (const SortedBy by :
       {SortedBy::title, SortedBy::active_links, SortedBy::view_count, SortedBy::last_viewed_at}) {
    const ListFilter filter{.order = {by, true}};
    EXPECT_TRUE(filter.is_sorted());
  }
  ListFilter filter{.order = {SortedBy::expires_at, false}};
  EXPECT_FALSE(filter.is_sorted());
  filter.title = "a";
  EXPECT_TRUE(filter.is_sorted());
  filter.order = ListOrder::newest_first;
  EXPECT_FALSE(filter.is_sorted());
}

TEST(ListCursor, HoldsForItsOwnListAlone) {
  const ListFilter filter;
  const std::string text = write_cursor(kPlace, filter, keys(kOld));
  for (const ListFilter& other :
       {ListFilter{Template::pdf, std::nullopt, ListOrder::newest_first},
        ListFilter{std::nullopt, ArtifactStatus::active, ListOrder::newest_first},
        ListFilter{std::nullopt, std::nullopt, ListOrder::oldest_first},
        ListFilter{std::nullopt, std::nullopt, ListOrder::last_updated_first},
        ListFilter{std::nullopt, std::nullopt, ListOrder::last_updated_last},
        ListFilter{.title = "x"}, ListFilter{.text = "x"},
        ListFilter{.external_id = ExternalId::parse("x")}, ListFilter{.metadata = {{"a", "b"}}},
        ListFilter{.created = {.after = kMoment, .before = std::nullopt}},
        ListFilter{.created = {.after = std::nullopt, .before = kMoment}},
        ListFilter{.updated = {.after = kMoment, .before = std::nullopt}},
        ListFilter{.updated = {.after = std::nullopt, .before = kMoment}}}) {
    const auto cursor = read_cursor(text, other, keys(kOld));
    ASSERT_FALSE(cursor);
    EXPECT_EQ(cursor.error().code, ErrorCode::invalid_cursor);
  }
}

TEST(ListCursor, TellsFiltersApartWhoseTextsLookAlike) {
  const std::vector<ListFilter> filters = {{.title = "a"},
                                           {.text = "a"},
                                           {.metadata = {{"a", ""}}},
                                           {.metadata = {{"", "a"}}},
                                           {.metadata = {{"a", "b"}, {"c", "d"}}},
                                           {.metadata = {{"a", "b\n1\nmetadata\nc\n1\nd"}}}};
  for (std::size_t i = 0; i < filters.size(); ++i) {
    const std::string text = write_cursor(kPlace, filters[i], keys(kOld));
    for (std::size_t j = 0; j < filters.size(); ++j)
      EXPECT_EQ(bool(read_cursor(text, filters[j], keys(kOld))), i == j) << i << ' ' << j;
  }
}

TEST(ListFilter, IsASearchByWhatNoListHasItsRunFor) {
  EXPECT_TRUE(ListFilter().is_empty());
  const ListFilter charts{.content_template = Template::chart};
  EXPECT_FALSE(charts.is_empty());
  EXPECT_FALSE(charts.is_search());
  for (const ListFilter& search :
       {ListFilter{.title = "x"}, ListFilter{.text = "x"}, ListFilter{.metadata = {{"a", "b"}}},
        ListFilter{.created = {.after = kMoment, .before = std::nullopt}},
        ListFilter{.updated = {.after = std::nullopt, .before = kMoment}}}) {
    EXPECT_TRUE(search.is_search());
    EXPECT_FALSE(search.is_empty());
  }
}

TEST(ListCursor, IsAcceptedOnlyUnmodified) {
  const ListFilter filter;
  const std::string text = write_cursor(kPlace, filter, keys(kOld));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(read_cursor(changed, filter, keys(kOld))) << i;
  }
  for (const std::string& other : {std::string(), text + "A", text.substr(1), std::string("x")})
    EXPECT_FALSE(read_cursor(other, filter, keys(kOld)));
}

TEST(ListCursor, SurvivesAChangeOfKeysAsLongAsTheOldOneIsThere) {
  const ListFilter filter;
  const std::string text = write_cursor(kPlace, filter, keys(kOld));
  EXPECT_TRUE(read_cursor(text, filter, keys(kNew + kOld)));
  EXPECT_FALSE(read_cursor(text, filter, keys(kNew)));
}

}  // namespace
}  // namespace core
