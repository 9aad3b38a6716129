// A request for a page of the share links of an artifact or of an account, newest first. A cursor
// is the position after one link, so paging returns each link once, whatever is created meanwhile.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/identity/public_id.h"
#include "core/result.h"
#include "core/security/signing_keys.h"
#include "core/text/timestamp.h"

namespace core {

// `ended`: its time or its views are used up; a revoked link is only `revoked`.
enum class ShareLinkStatus { active, ended, revoked };

std::string_view to_string(ShareLinkStatus status);

struct ShareCursor {
  Timestamp created_at;
  ShareId id;
};

struct ShareListRequest {
  std::optional<ShareLinkStatus> status;  // absent: all
  std::optional<ShareCursor> after;
  int limit = 20;
};

// A cursor is valid for the list and the status that it was issued for: `of` is the id of the
// artifact or the account whose links are listed.
std::string write_share_cursor(const ShareCursor& cursor, std::string_view of,
                               std::optional<ShareLinkStatus> status, const SigningKeys& keys);

// Errors: invalid_cursor for a text that write_share_cursor() has not written, or for another list.
Result<ShareCursor> read_share_cursor(std::string_view text, std::string_view of,
                                      std::optional<ShareLinkStatus> status,
                                      const SigningKeys& keys);

}  // namespace core
