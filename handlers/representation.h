// Content negotiation of share links (RFC 9110, 12.5.1).
#pragma once

#include "app/share_views.h"
#include "fcgi/request.h"

namespace handlers {

// What the request wants of a link, by the address (`format=md|json|csv|txt`), or else by Accept;
// a client without a preference gets the page. CSV is raw where its media type in Accept has the
// parameter raw=1, or the query has it: `Accept: text/csv; header=present; raw=1`, `?raw=1`. A
// query alone asks for raw CSV whatever the client accepts, but never in place of a page that it
// names.
app::WantedForms wanted_forms(const fcgi::Request& request);

// Whether a person is to read the response, and errors are pages: the client prefers a page. One
// that opens the address of another form gets a page if it names HTML, as browsers do.
bool wants_page(const fcgi::Request& request);

// Whether a browser opens the address, as a page of its own: the Accept header names HTML and
// prefers no other form. Scripts and programs ask for */* or JSON.
bool opens_page(const fcgi::Request& request);

}  // namespace handlers
