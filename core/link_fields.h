// The fields of a share link that its owner can choose, in one table: the API, forms, the MCP
// server, the command, the audit log and the database know them from here.
//
// Not among them: the expiry and the password, which are not stored as they are sent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/account.h"
#include "core/artifact.h"
#include "core/enum_words.h"
#include "core/version.h"

namespace core {

// Chooses what the pages of a link do when its artifact has a newer version than they show.
enum class LiveUpdates : std::uint8_t { automatic, offer, off };
template <>
inline constexpr auto kWords<LiveUpdates> =
    std::array{Word<LiveUpdates>{LiveUpdates::automatic, "auto", "Open pages show it at once"},
               Word<LiveUpdates>{LiveUpdates::offer, "offer", "Open pages offer to show it"},
               Word<LiveUpdates>{LiveUpdates::off, "off", "Open pages stay as they are"}};

// Chooses what the picture of a link for link previews shows.
enum class LinkCards : std::uint8_t { on, off };
template <>
inline constexpr auto kWords<LinkCards> =
    std::array{Word<LinkCards>{LinkCards::on, "on", "Title and the beginning of the content"},
               Word<LinkCards>{LinkCards::off, "off", "Only what kind of artifact it is"}};

// The options of a link, with the defaults of a new one.
struct LinkOptions {
  std::optional<DisplayName> name = {};  // its owner's; viewers never see it
  std::optional<int> max_views = {};
  std::optional<VersionNumber> version = {};  // absent: the latest
  bool show_history = false;  // viewers can read the other versions, and what has changed
  LiveUpdates live = LiveUpdates::offer;
  LinkCards cards = LinkCards::on;
  std::optional<bool> show_sender = {};            // absent: the account's setting
  std::optional<RemoteImages> remote_images = {};  // absent: the installation's setting
  bool allow_download = false;
};

// The part of a form that has a field; all but the first are folded.
enum class LinkFieldGroup : std::uint8_t { first, limits, versions, appearance };
template <>
inline constexpr auto kWords<LinkFieldGroup> =
    std::array{Word<LinkFieldGroup>{LinkFieldGroup::first, "first"},
               Word<LinkFieldGroup>{LinkFieldGroup::limits, "limits", "Limits"},
               Word<LinkFieldGroup>{LinkFieldGroup::versions, "versions", "Versions"},
               Word<LinkFieldGroup>{LinkFieldGroup::appearance, "appearance", "Appearance"}};

// The condition on an artifact or an account without which a field has no effect.
enum class LinkFieldNeeds : std::uint8_t { nothing, file, remote_images, sender };

template <typename Value>
struct LinkField {
  Value LinkOptions::*member = nullptr;
  std::string_view name = {};    // in JSON and in forms
  std::string_view column = {};  // of the table share_links
  std::string_view option = {};  // of the command; empty: it has none
  // In the audit log, when it gets a value, and when it loses it.
  std::string_view set_word = {}, removed_word = {};
  LinkFieldGroup group = LinkFieldGroup::first;
  std::string_view label = {}, hint = {};  // in forms
  // For the command and the MCP server; empty: they do not have it.
  std::string_view help = {};
  LinkFieldNeeds needs = LinkFieldNeeds::nothing;
  int most = 0;  // of a number, which is at least 1
  // Whether an account can have a value of its own for new links, in a column of the same name.
  bool has_account_default = false;
};

// In the order of forms.
inline constexpr std::tuple kLinkFields{
    LinkField<std::optional<DisplayName>>{
        .member = &LinkOptions::name,
        .name = "name",
        .column = "name",
        .option = "--link-name",
        .set_word = "name_set",
        .removed_word = "name_removed",
        .label = "Name",
        .hint = "Optional, such as “for Sam”. Viewers do not see it.",
        .help = "your name for the link, such as \"for Sam\", which viewers do not see"},
    LinkField<std::optional<int>>{.member = &LinkOptions::max_views,
                                  .name = "maxViews",
                                  .column = "max_views",
                                  .option = "--max-views",
                                  .set_word = "view_limit_set",
                                  .removed_word = "view_limit_removed",
                                  .group = LinkFieldGroup::limits,
                                  .label = "View limit",
                                  .hint = "Optional. The link expires after this many views.",
                                  .help = "how many times the link can be opened",
                                  .most = 1'000'000},
    LinkField<std::optional<VersionNumber>>{
        .member = &LinkOptions::version,
        .name = "version",
        .column = "version",
        .option = "--link-version",
        .set_word = "version_pinned",
        .removed_word = "version_unpinned",
        .group = LinkFieldGroup::versions,
        .label = "Version",
        .help =
            "the version that the link shows: latest, or a number to keep showing that version"},
    LinkField<bool>{.member = &LinkOptions::show_history,
                    .name = "showHistory",
                    .column = "show_history",
                    .option = "--show-history",
                    .set_word = "history_shown",
                    .removed_word = "history_hidden",
                    .group = LinkFieldGroup::versions,
                    .label = "Let viewers read the other versions, with their notes",
                    .hint = "Not with a view limit: each version would be a view.",
                    .help = "let viewers see the other versions, their notes and what changed"},
    LinkField<LiveUpdates>{
        .member = &LinkOptions::live,
        .name = "live",
        .column = "live",
        .option = "--live",
        .set_word = "live_changed",
        .removed_word = "live_changed",
        .group = LinkFieldGroup::appearance,
        .label = "When there is a newer version",
        .hint = "A link that stays at a version, or has a view limit, only offers it. If it stays "
                "at a version and viewers cannot read the others, they do not learn of it.",
        .help = "what an open page does when there is a newer version: ask whether to show it "
                "(offer), show it at once (auto), or nothing (off)",
        .has_account_default = true},
    LinkField<LinkCards>{
        .member = &LinkOptions::cards,
        .name = "cards",
        .column = "cards",
        .option = "--cards",
        .set_word = "cards_changed",
        .removed_word = "cards_changed",
        .group = LinkFieldGroup::appearance,
        .label = "Picture in link previews",
        .hint = "Chats show it to everybody in them. With a password or a view limit, it shows the "
                "kind only.",
        .help = "what the picture in link previews shows: the title and the beginning of the "
                "content (on), or only the kind of artifact (off)",
        .has_account_default = true},
    LinkField<std::optional<bool>>{
        .member = &LinkOptions::show_sender,
        .name = "showSender",
        .column = "show_sender",
        .option = "--show-sender",
        .set_word = "sender_changed",
        .removed_word = "sender_changed",
        .group = LinkFieldGroup::appearance,
        .label = "Viewers see who shares",
        .help = "whether the page shows your account's name and logo, where the operator allows it",
        .needs = LinkFieldNeeds::sender},
    LinkField<std::optional<RemoteImages>>{
        .member = &LinkOptions::remote_images,
        .name = "remoteImages",
        .column = "remote_images",
        .option = "--remote-images",
        .set_word = "remote_images_changed",
        .removed_word = "remote_images_changed",
        .group = LinkFieldGroup::appearance,
        .label = "Images from other sites",
        .hint = "Loading an image tells its site that somebody opened the link.",
        .help = "whether images of other sites load: at once (on), on a click (click), or never "
                "(off)",
        .needs = LinkFieldNeeds::remote_images,
        .has_account_default = true},
    LinkField<bool>{.member = &LinkOptions::allow_download,
                    .name = "allowDownload",
                    .column = "allow_download",
                    .option = "--allow-download",
                    .set_word = "download_allowed",
                    .removed_word = "download_disallowed",
                    .group = LinkFieldGroup::limits,
                    .label = "Allow viewers to download the PDF",
                    .help = "let viewers download a PDF",
                    .needs = LinkFieldNeeds::file},
};
inline constexpr std::size_t kLinkFieldCount =
    std::tuple_size_v<std::remove_const_t<decltype(kLinkFields)>>;

// Calls the function with each field, in the order of the table.
template <typename Function>
constexpr void for_each_link_field(Function&& function) {
  std::apply([&](const auto&... field) { (function(field), ...); }, kLinkFields);
}

// A change of a link's options: some get a new value. A new link is a change of its account's
// defaults (core/principal.h), or of LinkOptions{} if those do not matter.
class LinkChange {
 public:
  template <typename Value>
  void set(Value LinkOptions::*member, Value value) {
    to_.*member = std::move(value);
    given_[place_of(member)] = true;
  }
  // The new value; null if the field stays as it is.
  template <typename Value>
  const Value* find(Value LinkOptions::*member) const {
    return given_[place_of(member)] ? &(to_.*member) : nullptr;
  }
  LinkOptions applied_to(LinkOptions options) const {
    for_each_link_field([&](const auto& field) {
      if (find(field.member) != nullptr) options.*field.member = to_.*field.member;
    });
    return options;
  }
  // Nothing counts as what its account chose.
  LinkOptions of_new_link(const LinkOptions& defaults = {}) const {
    LinkOptions options = applied_to(defaults);
    if (!options.remote_images) options.remote_images = defaults.remote_images;
    return options;
  }
  // Leaves out what a form sends unchanged.
  void leave_out_equal(const LinkOptions& current) {
    for_each_link_field([&](const auto& field) {
      if (to_.*field.member == current.*field.member) given_[place_of(field.member)] = false;
    });
  }

 private:
  template <typename Value>
  static constexpr std::size_t place_of(Value LinkOptions::*member) {
    std::size_t place = 0;
    std::size_t found = 0;
    for_each_link_field([&](const auto& field) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, LinkField<Value>>)
        if (field.member == member) found = place;
      ++place;
    });
    return found;
  }

  LinkOptions to_;
  std::array<bool, kLinkFieldCount> given_{};
};

class JsonWriter;

// Writes the members of a link that are its options; those that are absent are left out, but for
// the version, which is "latest" then.
void write_link_options(JsonWriter& json, const LinkOptions& options);

}  // namespace core
