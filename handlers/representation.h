// Content negotiation of share links (RFC 9110, 12.5.1).
#pragma once

#include <optional>

#include "app/sharing/share_views.h"
#include "fcgi/request.h"
#include "templates/form.h"

namespace handlers {

// The form that the Accept header prefers, among those that any template has; nothing for the page,
// which browsers and clients without a preference get. It is raw where its media type has the
// parameter raw=1, or the query has it: `Accept: text/csv; header=present; raw=1`, `?raw=1`. A
// query alone asks for the raw text form whatever its media type, but never in place of a page that
// the client names in Accept.
std::optional<app::WantedForm> wanted_form(const fcgi::Request& request);

// Whether a browser opens the address, as a page of its own: the Accept header names HTML and
// prefers no other form. Scripts and programs ask for */* or JSON.
bool opens_page(const fcgi::Request& request);

}  // namespace handlers
