// Content negotiation of share links (RFC 9110, 12.5.1).
#pragma once

#include "app/share_views.h"
#include "fcgi/request.h"

namespace handlers {

// Finds what the client accepts, by the query (`format=md|json|csv|txt`), or else by Accept; a
// client without a preference gets the page. CSV is raw if its media type in Accept has the
// parameter raw=1, or the query has it: `Accept: text/csv; header=present; raw=1`, `?raw=1`. The
// query requests raw CSV regardless of Accept, except for a client whose Accept names the page.
app::WantedForms wanted_forms(const fcgi::Request& request);

// Whether a person reads the response, so that errors are pages: the client prefers a page. With
// the address of another form, it gets a page if its Accept names HTML, as browsers do.
bool wants_page(const fcgi::Request& request);

// Whether a browser opens the address, as a page of its own: the Accept header names HTML and
// prefers no other form. Scripts and programs ask for */* or JSON.
bool opens_page(const fcgi::Request& request);

}  // namespace handlers
