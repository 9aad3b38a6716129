// The input for creating and changing a share link, as every adapter reads it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/artifact.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/link_fields.h"
#include "core/sender.h"
#include "core/time.h"
#include "core/warning.h"

namespace app {

// The expiry is as requested, and the password in plain text: ShareLinks decides and hashes them.
struct NewShareLink {
  core::LinkOptions options;
  std::optional<core::Expiry> expiry;  // absent: the usual one
  std::optional<std::string> password;
  bool extends_artifact = false;  // which then lasts at least as long as the link
};

struct ShareLinkChange {
  core::LinkChange options = {};
  std::optional<core::Expiry> expiry = {};
  // Present but empty: the password is removed.
  std::optional<std::optional<std::string>> password = {};
  bool extends_artifact = false;  // the artifact then lasts as long
  // Whether the input has the expiresAt of a response, which is ignored when a link is created.
  bool has_expires_at = false;
};

// Reads the fields of kLinkFields (core/link_fields.h), expiresIn, password and extendArtifact.
// Errors: invalid_request, invalid_expires_in, with the field, and all others that the reader has
// found. `defaults`: what a new link has without them.
core::Result<NewShareLink> read_new_share_link(core::FieldReader& reader,
                                               const core::LinkOptions& defaults);
core::Result<ShareLinkChange> read_share_link_change(core::FieldReader& reader);
// The same fields as the defaults of an account.
core::Result<core::LinkOptions> read_link_defaults(core::FieldReader& reader);

// The member `share` of a body, if there is one: what a link is to be. Without an expiry of its
// own, it has the artifact's, if that is given beside it. Its errors go to the reader, its warnings
// to `warnings`.
std::optional<ShareLinkChange> read_share(core::FieldReader& reader,
                                          std::vector<core::Warning>& warnings);
// The same with the options that stand beside `share`, or in place of it.
ShareLinkChange read_share_or_flat(core::FieldReader& reader, std::vector<core::Warning>& warnings);

// Warn of options of a link that have less effect than they seem to: a password that is easy to
// guess, a download of an artifact without a file, and a sender that pages do not show.
void warn_of_password(const std::optional<std::string>& password,
                      std::vector<core::Warning>& warnings);
void warn_of_download(core::Template content_template, std::vector<core::Warning>& warnings);
void warn_of_sender(const core::SenderSettings& sender, std::vector<core::Warning>& warnings);

}  // namespace app
