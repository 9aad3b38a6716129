// ShareAccess: whether the holder of a share URL may see what is behind it.
//
// In this order: the token's signature, before anything is asked of the database; the link's state;
// its password. Whatever the token is not, the answer is the same not_found, and tells nothing.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/security/share_token.h"
#include "db/artifacts/share_store.h"
#include "fcgi/request.h"
#include "handlers/services.h"
#include "pages/presentation.h"

namespace handlers {

// A link that is alive.
struct OpenLink {
  core::ShareClaims claims;
  db::SharedView view;
};

// What is said of a link that has ended, or whose artifact was removed or last view taken between
// two looks at it.
core::Error gone();

// The link that the request's path and token name. Errors: not_found, gone,
// disabled.
core::Result<OpenLink> find_link(Services& services, const fcgi::Request& request);

// The same for the file of a page. A link that has had all its views is still there for those whose
// view was one of them, see view_cookie().
core::Result<OpenLink> find_link_for_file(Services& services, const fcgi::Request& request);

// The path and query under which the request's link is viewed, and those of its page's file. Only
// for a request whose link was found.
std::string link_path(const fcgi::Request& request);
std::string file_path(const fcgi::Request& request);

// What became of a password.
struct Unlocking {
  enum class Outcome { right, wrong, too_many_attempts, none_given };
  Outcome outcome = Outcome::none_given;
  std::chrono::seconds wait{0};  // after too many attempts

  bool is_right() const { return outcome == Outcome::right; }
};
// Errors: unavailable if the password cannot be looked at now.
core::Result<Unlocking> try_password(Services& services, const fcgi::Request& request,
                                     const OpenLink& link, std::string_view password);

// Whether the request proves that its sender knows the link's password, by the cookie of an earlier
// unlocking or by X-Share-Password. A link without a password is `right` for everybody. Errors: as
// try_password().
core::Result<Unlocking> proof_of_password(Services& services, const fcgi::Request& request,
                                          const OpenLink& link);

// The Set-Cookie value that proves from now on that the link's password was known.
std::string unlocking_cookie(const Services& services, const OpenLink& link);

// The Set-Cookie value by which the viewer of a link with a limit of views can fetch the page's
// file: a view is counted once, and the requests for its file, of which there can be many, belong
// to it. Without it every request for the file would have to count, or none, which would let a
// program read the file for ever without one view. It holds for an hour, signed by the service, for
// this link alone, and opens nothing that a link which is revoked, ended or locked by a password
// keeps shut. For an embedded page it is one that frames on other sites keep, and only there.
std::string view_cookie(const Services& services, const OpenLink& link,
                        pages::Presentation presentation);

// Whether the request carries that cookie.
bool proves_view(const Services& services, const fcgi::Request& request, const OpenLink& link);

}  // namespace handlers
