// The answer with the file of a pdf artifact.
#pragma once

#include <optional>
#include <string>

#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/share_pages/content_disposition.h"
#include "rendering/pdf_cache.h"

namespace handlers {

// The file, or the range of it that the request asks for; by its own name, or else the title.
fcgi::Response pdf_response(const fcgi::Request& request, const rendering::Pdf& pdf,
                            const std::optional<std::string>& title, Disposition disposition);

}  // namespace handlers
