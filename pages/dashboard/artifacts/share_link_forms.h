// The pages for creating, changing and revoking a share link.
#pragma once

#include <string_view>

#include "core/artifact.h"
#include "core/share_link.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct NewLinkForm {
  Viewer viewer;
  const core::Artifact& artifact;
  // As the form shows them, after an error what was submitted: a form that lost the password would
  // create a link without one.
  std::string_view expires_in;
  std::string_view password;
  std::string_view max_views;
  std::string_view remote_images;
  bool allow_download = false;
  bool extends_artifact = true;
  bool may_never_expire = false;  // by the account's plan
  std::string_view problem;       // the error in the submitted form; may be empty
};
html::Html new_share_link_page(const NewLinkForm& form);

struct LinkExpiryForm {
  Viewer viewer;
  const core::Artifact& artifact;
  const core::ShareLinkState& link;
  std::string_view expires_in;  // what was submitted, after an error; otherwise empty
  bool extends_artifact = true;
  bool may_never_expire = false;  // by the account's plan
  std::string_view problem;
};
html::Html change_share_link_page(const LinkExpiryForm& form);

// Asks for confirmation of the revocation.
html::Html revoke_share_link_page(const Viewer& viewer, const core::Artifact& artifact,
                                  const core::ShareLinkState& link);

}  // namespace pages::dashboard
