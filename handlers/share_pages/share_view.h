// What is behind a share link, shown in the form that was asked for, and counted as a view.
//
// Chats and scanners of mail open every link that they see. So that they use no view up, a link
// with a limit of views first shows a cover, with no more than title and description; the content
// comes when somebody sends its form. Who has the link's password is no such program, and neither
// is who asks for JSON, Markdown or CSV: they need no cover. Programs that say what they are get
// the cover of every link, and are not counted.
#pragma once

#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"
#include "handlers/share_pages/share_access.h"

namespace handlers {

// Whether the answer to a GET or HEAD is the cover.
bool waits_for_click(const fcgi::Request& request, const OpenLink& link);
fcgi::Response cover(Services& services, const fcgi::Request& request, const OpenLink& link);

// The content. Errors: gone, where it was removed or the last view taken in between.
core::Result<fcgi::Response> show(Services& services, const fcgi::Request& request,
                                  const OpenLink& link);
core::Result<fcgi::Response> show_counted(Services& services, const fcgi::Request& request,
                                          const OpenLink& link);

}  // namespace handlers
