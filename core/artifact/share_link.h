// ShareLink: a signed address under which anyone can view an artifact, until it ends or is revoked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/artifact/remote_images.h"
#include "core/identity/disabled.h"
#include "core/identity/public_id.h"
#include "core/text/duration.h"
#include "core/text/timestamp.h"

namespace core {

// What a client asks for, every field checked.
struct NewShareLink {
  Duration lifetime = Duration::default_for_share();
  bool allow_download = false;
  std::optional<std::string> password_hash;  // as hash_password() gives it
  std::optional<int> max_views;
  std::optional<RemoteImages> remote_images;  // nothing: as the installation has it
};

// What is needed to make the link's address again.
struct ShareLink {
  ShareId id;
  ArtifactId artifact;
  std::string signing_key_id;
  Timestamp created_at;
  Timestamp expires_at;
};

// A link as its owner sees it.
struct ShareLinkState {
  ShareLink link;
  bool has_ended = false;  // by the database's clock, or for having had all its views
  bool allow_download = false;
  bool has_password = false;
  std::optional<int> max_views;
  std::optional<RemoteImages> remote_images;
  std::int64_t view_count = 0;
  std::optional<Timestamp> last_viewed_at;
  std::optional<Timestamp> revoked_at;
  std::optional<Disabled> disabled;  // the link itself, whatever its artifact is
};

// The same with its address, and with all its views: those that wait to be added to its row too.
struct ListedShareLink {
  ShareLinkState state;
  std::optional<std::string> url;  // nothing if the key that signed the link was removed
};

// What a client changes; what is absent stays as it is.
struct ShareLinkChange {
  std::optional<Duration> lifetime;
  std::optional<bool> allow_download;
  // Given and nothing: taken away.
  std::optional<std::optional<std::string>> password_hash;
  std::optional<std::optional<int>> max_views;
  std::optional<std::optional<RemoteImages>> remote_images;
};

}  // namespace core
