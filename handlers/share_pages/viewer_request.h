// A viewer's request, as the use cases of app/share_views.h take it: the link's address
// from path and query, proofs from cookies.
#pragma once

#include <string>
#include <string_view>

#include "app/share_views.h"
#include "fcgi/request.h"
#include "handlers/endpoint.h"
#include "pages/share_page.h"
#include "templates/registry.h"

namespace handlers {

// A token at the very end of the address is without the punctuation that follows a link in a text.
app::ShareAddress share_address(const fcgi::Request& request);

// Path and query of the link's page, of the page's file, and of all rows of its table for its
// script or as CSV. Only for an address whose token is
// genuine, as nothing is encoded.
std::string page_path(const app::ShareAddress& address);
// Its other versions.
std::string history_path(const app::ShareAddress& address);
std::string file_path(const app::ShareAddress& address);
std::string rows_path(const app::ShareAddress& address);
std::string csv_path(const app::ShareAddress& address);
// The address of the page's document, on the host for these, without and with the proof that the
// page was opened.
std::string document_place(const core::Configuration& configuration,
                           const core::ArtifactId& artifact);
std::string document_url(const core::Configuration& configuration, const app::ShareAddress& address,
                         const std::string& opened);
std::string form_path(const app::ShareAddress& address, templates::Form form);
// That of what the request wants: the page, the form that its address names, or the history.
std::string requested_path(const fcgi::Request& request, const app::ShareAddress& address);
// That of the page, to which a password is sent that leads to there.
std::string unlocking_path(const fcgi::Request& request, const app::ShareAddress& address);

// What link previews show; with a version, the picture is that of its content.
pages::LinkPreview link_preview(const Context& context, const app::ShareAddress& address,
                                core::Template content_template,
                                std::optional<core::VersionNumber> version = std::nullopt);

// The proofs among the request's cookies. Refers to the request.
class CookieProofs : public app::KeptProofs {
 public:
  explicit CookieProofs(const fcgi::Request& request) : request_(request) {}

  std::string_view unlocked(const core::ShareId& link) const override;
  std::string_view viewed(const core::ShareId& link) const override;

 private:
  const fcgi::Request& request_;
};

// Refers to the request and the proofs.
app::Viewer viewer(const fcgi::Request& request, const app::KeptProofs& proofs,
                   std::string_view password);
// With the password from X-Share-Password, as programs send it.
app::Viewer viewer(const fcgi::Request& request, const app::KeptProofs& proofs);

// Set-Cookie values for proofs of the link. That of a view from an embedded page is one that
// frames on other sites keep, for that site alone.
std::string unlocked_cookie(const app::ShareAddress& address, const app::Proof& proof);
std::string viewed_cookie(const app::ShareAddress& address, const app::Proof& proof,
                          pages::Presentation presentation);

}  // namespace handlers
