// Who shares, on the pages of share links.
#pragma once

#include <optional>

#include "core/installation.h"
#include "core/sender.h"
#include "html/html.h"
#include "html/message.h"

namespace pages {

// A line that says who shares; empty if viewers are not shown it.
html::Html sender_line(const std::optional<core::Sender>& sender, html::Language language);

// The same, and with which service: for pages without content, where a name alone could be taken
// for that of the service.
html::Html sender_line(const core::Installation& installation,
                       const std::optional<core::Sender>& sender, html::Language language);

// Whom to ask for a new link.
html::Html request_for_new_link(const std::optional<core::Sender>& sender, html::Language language);

}  // namespace pages
