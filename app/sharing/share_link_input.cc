#include "app/sharing/share_link_input.h"

#include <utility>

namespace app {
namespace {

constexpr std::size_t kMaximumPasswordLength = 128;
constexpr int kMaximumViews = 1000000;
constexpr std::string_view kExtendArtifact = "extendArtifact";

}  // namespace

core::Result<NewShareLink> read_new_share_link(core::FieldReader& reader) {
  NewShareLink link;
  link.expiry = reader.expiry("expiresIn");
  link.options.allow_download = reader.boolean("allowDownload").value_or(false);
  link.options.max_views = reader.integer("maxViews", 1, kMaximumViews);
  link.options.remote_images = reader.remote_images("remoteImages");
  link.password = reader.secret("password", kMaximumPasswordLength);
  link.extends_artifact = reader.boolean(kExtendArtifact).value_or(false);
  if (auto problem = reader.problem()) return *std::move(problem);
  return link;
}

core::Result<ShareLinkChange> read_share_link_change(core::FieldReader& reader) {
  ShareLinkChange change;
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

}  // namespace app
