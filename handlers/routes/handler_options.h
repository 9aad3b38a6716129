// How the handler of a page differs from most: `for_owners(bound.signed_in(…))`.
#pragma once

#include "core/principal.h"
#include "fcgi/routes.h"

namespace handlers {

// What users need to protect their own account.
inline fcgi::SignedInHandler even_if_disabled(fcgi::SignedInHandler handler) {
  handler.also_if_account_disabled = true;
  return handler;
}

// Users who have to sign in first return to the page with its query.
inline fcgi::SignedInHandler keeping_query(fcgi::SignedInHandler handler) {
  handler.keeps_query = true;
  return handler;
}

inline fcgi::SignedInHandler for_owners(fcgi::SignedInHandler handler) {
  handler.role = core::Role::owner;
  return handler;
}

// An endpoint whose POST has a body that is no form.
inline fcgi::OpenHandler with_text(fcgi::OpenHandler handler) {
  handler.body = fcgi::OpenHandler::Body::text;
  return handler;
}

}  // namespace handlers
