#include "app/share_link_input.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/text/text.h"
#include "templates/registry.h"

namespace app {
namespace {

constexpr std::size_t kMaximumPasswordLength = 128;
// A shorter one has a warning.
constexpr std::size_t kShortestGoodPassword = 8;
constexpr std::string_view kExtendArtifact = "extendArtifact";

core::Error as_member_of_share(core::Error error) {
  const auto move_field = [](core::Error& moved) {
    if (!moved.field.empty()) moved.field = "/share/" + moved.field;
  };
  move_field(error);
  std::for_each(error.others.begin(), error.others.end(), move_field);
  return error;
}

// The value of a field, by its type; nothing if it is absent or wrong.

template <typename Enum>
std::optional<Enum> read_value(core::FieldReader& reader, const core::LinkField<Enum>& field) {
  return reader.one_of<Enum>(field.name);
}

std::optional<bool> read_value(core::FieldReader& reader, const core::LinkField<bool>& field) {
  return reader.boolean(field.name);
}

std::optional<int> read_value(core::FieldReader& reader,
                              const core::LinkField<std::optional<int>>& field) {
  return reader.integer(field.name, 1, field.most);
}

std::optional<core::DisplayName> read_value(
    core::FieldReader& reader, const core::LinkField<std::optional<core::DisplayName>>& field) {
  return reader.optional_display_name(field.name);
}

// "latest", which is nothing, or the number of a version.
std::optional<core::VersionNumber> read_value(
    core::FieldReader& reader, const core::LinkField<std::optional<core::VersionNumber>>& field) {
  if (reader.word(field.name) == "latest") return std::nullopt;
  const auto number = reader.integer(field.name, 1, std::numeric_limits<int>::max());
  reader.explain(field.name, R"(, or "latest")");
  return number ? std::optional(core::VersionNumber(*number)) : std::nullopt;
}

template <typename Value>
std::optional<Value> read_value(core::FieldReader& reader,
                                const core::LinkField<std::optional<Value>>& field) {
  return read_value(reader, core::LinkField<Value>{.name = field.name});
}

// A field that can be absent is removed by null, any other stays as it is.
core::LinkChange read_options(core::FieldReader& reader) {
  core::LinkChange change;
  core::for_each_link_field([&]<typename Value>(const core::LinkField<Value>& field) {
    if (!reader.is_given(field.name)) return;
    auto value = read_value(reader, field);
    if constexpr (std::is_same_v<decltype(value), Value>) {
      change.set(field.member, std::move(value));
    } else if (value) {
      change.set(field.member, *std::move(value));
    }
  });
  return change;
}

}  // namespace

core::Result<NewShareLink> read_new_share_link(core::FieldReader& reader,
                                               const core::LinkOptions& defaults) {
  NewShareLink link{.options = read_options(reader).of_new_link(defaults),
                    .expiry = reader.expiry("expiresIn"),
                    .password = reader.secret("password", kMaximumPasswordLength),
                    .extends_artifact = reader.boolean(kExtendArtifact).value_or(false)};
  if (auto problem = reader.problem()) return *std::move(problem);
  return link;
}

core::Result<core::LinkOptions> read_link_defaults(core::FieldReader& reader) {
  const core::LinkOptions defaults = read_options(reader).of_new_link();
  if (auto problem = reader.problem()) return *std::move(problem);
  return defaults;
}

core::Result<ShareLinkChange> read_share_link_change(core::FieldReader& reader) {
  ShareLinkChange change{.options = read_options(reader), .expiry = reader.expiry("expiresIn")};
  if (reader.is_given("expiresIn") && !change.expiry) {
    reader.fail(core::ErrorCode::invalid_expires_in, "expiresIn",
                "cannot be empty; a share link has an expiry, such as \"7d\", or \"never\"");
  }
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
  if (!change->expiry) change->expiry = reader.expiry("expiresIn");
  return *std::move(change);
}

ShareLinkChange read_share_or_flat(core::FieldReader& reader,
                                   std::vector<core::Warning>& warnings) {
  const core::LinkChange flat = read_options(reader);
  const auto password = reader.secret("password", kMaximumPasswordLength);
  auto share = read_share(reader, warnings).value_or(ShareLinkChange());
  const auto refuse_second = [&](std::string_view name) {
    reader.fail(core::ErrorCode::invalid_request, name,
                "is also in share; leave one of the two out");
  };
  core::for_each_link_field([&](const auto& field) {
    const auto* const value = flat.find(field.member);
    if (value == nullptr) return;
    if (share.options.find(field.member) != nullptr) return refuse_second(field.name);
    share.options.set(field.member, *value);
  });
  if (password && share.password) refuse_second("password");
  if (password) share.password = password;
  if (!share.expiry) share.expiry = reader.expiry("expiresIn");
  return share;
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
  if (templates::definition_of(content_template).limits_downloads) return;
  warnings.push_back({core::WarningCode::download_without_file,
                      "allowDownload has no effect: it is for PDFs, and this "
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
