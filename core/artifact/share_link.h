// ShareLink: a signed URL with which anyone can view an artifact, until it expires or is revoked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/account/disabled.h"
#include "core/artifact/remote_images.h"
#include "core/error.h"
#include "core/identity/public_id.h"
#include "core/text/expiry.h"
#include "core/text/timestamp.h"

namespace core {

// The validated input for creating a share link.
struct NewShareLink {
  Expiry expiry = Expiry::after(Duration::default_for_share());
  bool allow_download = false;
  std::optional<std::string> password_hash;  // from hash_password()
  std::optional<int> max_views;
  std::optional<RemoteImages> remote_images;  // absent: the installation's setting
};

// What is needed to generate the link's URL again.
struct ShareLink {
  ShareId id;
  ArtifactId artifact;
  std::string signing_key_id;
  Timestamp created_at;
  // The earlier of its own expiry and the artifact's; absent if neither expires.
  std::optional<Timestamp> expires_at;
  bool ends_by_artifact = false;          // the artifact expires before the link itself would
  std::optional<Timestamp> own_end = {};  // its own expiry; absent: never
};

// A link with its state, for its owner.
struct ShareLinkState {
  ShareLink link;
  bool has_ended = false;  // expired by the database's clock, or its views are used up
  bool allow_download = false;
  bool has_password = false;
  std::optional<int> max_views;
  std::optional<RemoteImages> remote_images;
  std::int64_t view_count = 0;
  std::optional<Timestamp> last_viewed_at;
  std::optional<Timestamp> revoked_at;
  std::optional<Disabled> disabled;  // the link itself, whatever its artifact's state
};

// The same with its URL, and with all its views, including pending ones.
struct ListedShareLink {
  ShareLinkState state;
  std::optional<std::string> url;  // absent if the key that signed the link was removed
};

// The validated input for changing a share link; absent members stay unchanged.
struct ShareLinkChange {
  std::optional<Expiry> expiry;
  std::optional<bool> allow_download;
  // Present but empty: removed.
  std::optional<std::optional<std::string>> password_hash;
  std::optional<std::optional<int>> max_views;
  std::optional<std::optional<RemoteImages>> remote_images;
};

// Errors for artifacts that cannot be shared: artifact_deleted, artifact_expired,
// artifact_disabled.
Error not_shared_deleted();
Error not_shared_expired();
Error not_shared_disabled(std::string_view reason);

}  // namespace core
