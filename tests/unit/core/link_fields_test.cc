#include "core/link_fields.h"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(LinkFields, HaveDifferentNamesColumnsAndOptions) {
  std::set<std::string_view> names;
  std::set<std::string_view> columns;
  std::set<std::string_view> options;
  for_each_link_field([&](const auto& field) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_TRUE(columns.insert(field.column).second) << field.name;
    EXPECT_TRUE(field.option.empty() || options.insert(field.option).second) << field.name;
    EXPECT_FALSE(field.set_word.empty() || field.removed_word.empty() || field.label.empty())
        << field.name;
  });
  EXPECT_EQ(names.size(), kLinkFieldCount);
}

TEST(LinkChange, ChangesOnlyWhatIsGiven) {
  LinkOptions before;
  before.max_views = 3;
  before.live = LiveUpdates::off;
  LinkChange change;
  change.set(&LinkOptions::max_views, std::optional<int>());
  change.set(&LinkOptions::show_history, true);
  const LinkOptions after = change.applied_to(before);
  EXPECT_EQ(after.max_views, std::nullopt);
  EXPECT_TRUE(after.show_history);
  EXPECT_EQ(after.live, LiveUpdates::off);
  EXPECT_EQ(change.find(&LinkOptions::allow_download), nullptr);
  ASSERT_NE(change.find(&LinkOptions::show_history), nullptr);
}

TEST(LinkChange, MakesANewLinkOfTheDefaults) {
  LinkChange change;
  change.set(&LinkOptions::cards, LinkCards::off);
  const LinkOptions fresh = change.of_new_link();
  EXPECT_EQ(fresh.cards, LinkCards::off);
  EXPECT_EQ(fresh.live, LiveUpdates::offer);
  EXPECT_FALSE(fresh.allow_download);
}

TEST(LinkChange, LeavesOutWhatIsSoAlready) {
  LinkOptions current;
  current.allow_download = true;
  LinkChange change;
  change.set(&LinkOptions::allow_download, true);
  change.set(&LinkOptions::show_history, true);
  change.leave_out_equal(current);
  EXPECT_EQ(change.find(&LinkOptions::allow_download), nullptr);
  EXPECT_NE(change.find(&LinkOptions::show_history), nullptr);
}

}  // namespace
}  // namespace core
