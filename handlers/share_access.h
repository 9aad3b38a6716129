// ShareAccess: whether the holder of a share URL may see what is behind it.
//
// In this order: the token's signature, before anything is asked of the database; the link's state;
// its password. Whatever the token is not, the answer is the same not_found, and tells nothing.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "core/share_token.h"
#include "db/share_store.h"
#include "fcgi/request.h"
#include "handlers/services.h"

namespace handlers {

// A link that is alive.
struct OpenLink {
  core::ShareClaims claims;
  db::SharedView view;
};

// The link that the request's path and token name. Errors: not_found, gone.
core::Result<OpenLink> find_link(Services& services, const fcgi::Request& request);

// What became of a password.
enum class Unlocking { right, wrong, too_many_attempts };
Unlocking try_password(Services& services, const fcgi::Request& request, const OpenLink& link,
                       std::string_view password);

// Whether the request proves that its sender knows the link's password, by the cookie of an earlier
// unlocking or by X-Share-Password; nothing if it carries neither. A link without a password is
// `right` for everybody.
std::optional<Unlocking> proof_of_password(Services& services, const fcgi::Request& request,
                                           const OpenLink& link);

// The Set-Cookie value that proves from now on that the link's password was known.
std::string unlocking_cookie(const Services& services, const OpenLink& link);

}  // namespace handlers
