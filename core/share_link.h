// ShareLink: a signed address under which anyone can view an artifact, until it ends or is revoked.
#pragma once

#include <optional>
#include <string>

#include "core/duration.h"
#include "core/public_id.h"
#include "core/timestamp.h"

namespace core {

// What a client asks for, every field checked.
struct NewShareLink {
  Duration lifetime = Duration::default_for_share();
  bool allow_download = false;
  std::optional<std::string> password_hash;  // as hash_password() gives it
  std::optional<int> max_views;
};

// What is needed to make the link's address again.
struct ShareLink {
  ShareId id;
  ArtifactId artifact;
  std::string signing_key_id;
  Timestamp created_at;
  Timestamp expires_at;
};

}  // namespace core
