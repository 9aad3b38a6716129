// What a share link is made with and changed by, as every adapter reads it.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/share_link.h"
#include "core/input/field_reader.h"
#include "core/result.h"

namespace app {

// The password in the clear; ShareLinks hashes it.
struct NewShareLink {
  core::NewShareLink options;
  std::optional<std::string> password;
};

struct ShareLinkChange {
  core::ShareLinkChange options;
  // Given and nothing: taken away.
  std::optional<std::optional<std::string>> password;
};

// From the fields expiresIn, allowDownload, maxViews, remoteImages and password. Errors:
// invalid_request, invalid_expires_in, with the field.
core::Result<NewShareLink> read_new_share_link(core::FieldReader& reader);
core::Result<ShareLinkChange> read_share_link_change(core::FieldReader& reader);

}  // namespace app
