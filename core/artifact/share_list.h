// What a part of an artifact's share links is asked for, newest first. A cursor is the place behind
// one link, so a walk by cursors meets each link once, whatever is made meanwhile.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/identity/public_id.h"
#include "core/result.h"
#include "core/security/share_token.h"
#include "core/text/timestamp.h"

namespace core {

// A link that has ended has had its time or all its views; a revoked one is `revoked` alone.
enum class ShareLinkStatus { active, ended, revoked };

std::string_view to_string(ShareLinkStatus status);

struct ShareCursor {
  Timestamp created_at;
  ShareId id;
};

struct ShareListRequest {
  std::optional<ShareLinkStatus> status;  // nothing: all of them
  std::optional<ShareCursor> after;
  int limit = 20;
};

// A cursor is good for the artifact and the status that it was made for.
std::string write_share_cursor(const ShareCursor& cursor, const ArtifactId& artifact,
                               std::optional<ShareLinkStatus> status, const SigningKeys& keys);

// Errors: invalid_cursor for a text that write_share_cursor() has not made, or for another list.
Result<ShareCursor> read_share_cursor(std::string_view text, const ArtifactId& artifact,
                                      std::optional<ShareLinkStatus> status,
                                      const SigningKeys& keys);

}  // namespace core
