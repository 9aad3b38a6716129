// The document of a web page as a response of its own: in a sandbox without origin, network, popups
// and forms, which is the same in whatever the browser opens it. docs/security.md says what this
// protects.
#pragma once

#include <string_view>

#include "core/configuration.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers {

// Whether it is asked for in a frame, as far as the browser says what for; programs and old
// browsers do not.
bool is_for_frame(const fcgi::Request& request);

// The document in a frame of the service's pages, and of those that may embed them. Its reader can
// have it without scripts (?scripts=off), as the installation can; in a tab of its own it has none.
fcgi::Response document_response(const core::Configuration& configuration,
                                 const fcgi::Request& request, std::string_view html);

}  // namespace handlers
