#include "app/share_link_input.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "core/text/text.h"
#include "templates/registry.h"

namespace app {
namespace {

constexpr std::size_t kMaximumPasswordLength = 128;
// A shorter one has a warning.
constexpr std::size_t kShortestGoodPassword = 8;
constexpr int kMaximumViews = 1000000;
constexpr std::string_view kExtendArtifact = "extendArtifact";
constexpr std::string_view kShowHistory = "showHistory";
constexpr std::string_view kShowSender = "showSender";

core::Error as_member_of_share(core::Error error) {
  const auto move_field = [](core::Error& moved) {
    if (!moved.field.empty()) moved.field = "/share/" + moved.field;
  };
  move_field(error);
  std::for_each(error.others.begin(), error.others.end(), move_field);
  return error;
}

// "latest", which is nothing, or the number of a version.
std::optional<core::VersionNumber> read_version(core::FieldReader& reader) {
  constexpr std::string_view kVersion = "version";
  if (reader.word(kVersion) == "latest") return std::nullopt;
  const auto number = reader.integer(kVersion, 1, std::numeric_limits<int>::max());
  reader.explain(kVersion, R"(, or "latest")");
  return number ? std::optional(core::VersionNumber(*number)) : std::nullopt;
}

std::optional<core::LiveUpdates> read_live(core::FieldReader& reader) {
  constexpr std::string_view kLive = "live";
  const auto word = reader.word(kLive);
  if (!word) return std::nullopt;
  const auto live = core::parse_live_updates(*word);
  if (!live) {
    reader.fail(core::ErrorCode::invalid_request, kLive,
                R"(must be one of "auto", "offer", "off")");
  }
  return live;
}

std::optional<core::LinkCards> read_cards(core::FieldReader& reader) {
  constexpr std::string_view kCards = "cards";
  const auto word = reader.word(kCards);
  if (!word) return std::nullopt;
  const auto cards = core::parse_link_cards(*word);
  if (!cards)
    reader.fail(core::ErrorCode::invalid_request, kCards, R"(must be one of "on", "off")");
  return cards;
}

}  // namespace

core::Result<NewShareLink> read_new_share_link(core::FieldReader& reader) {
  NewShareLink link;
  link.options.name = reader.optional_display_name("name");
  link.expiry = reader.expiry("expiresIn");
  link.options.allow_download = reader.boolean("allowDownload").value_or(false);
  link.options.max_views = reader.integer("maxViews", 1, kMaximumViews);
  link.options.remote_images = reader.remote_images("remoteImages");
  link.options.shown = {
      .pinned = read_version(reader),
      .has_history = reader.boolean(kShowHistory).value_or(false),
      .live = read_live(reader).value_or(core::LiveUpdates::offer),
  };
  link.options.shows_sender = reader.boolean(kShowSender);
  link.options.cards = read_cards(reader).value_or(core::LinkCards::on);
  link.password = reader.secret("password", kMaximumPasswordLength);
  link.extends_artifact = reader.boolean(kExtendArtifact).value_or(false);
  if (auto problem = reader.problem()) return *std::move(problem);
  return link;
}

core::Result<ShareLinkChange> read_share_link_change(core::FieldReader& reader) {
  ShareLinkChange change;
  if (reader.is_given("name")) change.options.name = reader.optional_display_name("name");
  change.options.expiry = reader.expiry("expiresIn");
  if (reader.is_given("expiresIn") && !change.options.expiry) {
    reader.fail(core::ErrorCode::invalid_expires_in, "expiresIn",
                "cannot be empty; a share link has an expiry, such as \"7d\", or \"never\"");
  }
  change.options.allow_download = reader.boolean("allowDownload");
  if (reader.is_given("maxViews"))
    change.options.max_views = reader.integer("maxViews", 1, kMaximumViews);
  if (reader.is_given("remoteImages"))
    change.options.remote_images = reader.remote_images("remoteImages");
  if (reader.is_given("version")) change.options.pinned = read_version(reader);
  change.options.has_history = reader.boolean(kShowHistory);
  change.options.live = read_live(reader);
  change.options.cards = read_cards(reader);
  if (reader.is_given(kShowSender)) change.options.shows_sender = reader.boolean(kShowSender);
  if (reader.is_given("password"))
    change.password = reader.secret("password", kMaximumPasswordLength);
  change.extends_artifact = reader.boolean(kExtendArtifact).value_or(false);
  if (change.extends_artifact && !reader.is_given("expiresIn")) {
    reader.fail(core::ErrorCode::invalid_request, kExtendArtifact,
                "has an effect only with expiresIn, until which the artifact is kept");
  }
  change.has_expires_at = reader.has_value("expiresAt");
  if (auto problem = reader.problem()) return *std::move(problem);
  return change;
}

std::optional<ShareLinkChange> read_share(core::FieldReader& reader,
                                          std::vector<core::Warning>& warnings) {
  const auto share = reader.object("share", core::ErrorCode::invalid_request);
  if (!share) return std::nullopt;
  if (auto problem = core::check_members(share->root())) {
    reader.fail(*std::move(problem));
    return std::nullopt;
  }
  core::FieldReader share_reader(*share, core::BodyOf::link_change);
  auto change = read_share_link_change(share_reader);
  if (!change) {
    reader.fail(as_member_of_share(change.error()));
    return std::nullopt;
  }
  for (core::Warning warning : share_reader.warnings()) {
    if (!warning.field.empty()) warning.field = "/share" + warning.field;
    warnings.push_back(std::move(warning));
  }
  return *std::move(change);
}

void warn_of_password(const std::optional<std::string>& password,
                      std::vector<core::Warning>& warnings) {
  if (!password || core::count_code_points(*password) >= kShortestGoodPassword) return;
  warnings.push_back({core::WarningCode::short_password,
                      "the password has fewer than " + std::to_string(kShortestGoodPassword) +
                          " characters and is soon guessed; use several unrelated words",
                      "/password"});
}

void warn_of_download(core::Template content_template, std::vector<core::Warning>& warnings) {
  if (templates::definition_of(content_template).has_file) return;
  warnings.push_back({core::WarningCode::download_without_file,
                      "allowDownload has no effect: only PDFs have a file to download, and this "
                      "artifact's template is \"" +
                          std::string(core::to_string(content_template)) + "\"",
                      "/allowDownload"});
}

void warn_of_sender(const core::SenderSettings& sender, std::vector<core::Warning>& warnings) {
  if (sender.is_allowed && sender.name) return;
  warnings.push_back(
      {core::WarningCode::sender_not_shown,
       !sender.name
           ? "showSender has no effect: the account has no name for viewers; an owner can set it "
             "in the dashboard, in Settings"
           : "showSender has no effect: the operator of this service has not allowed the account "
             "to show this name to viewers",
       "/showSender"});
}

}  // namespace app
