// The response with the file of a pdf artifact.
#pragma once

#include <optional>
#include <string>

#include "core/encodings/byte_range.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/share_pages/content_disposition.h"
#include "rendering/pdf_cache.h"

namespace handlers {

// The range that the request asks for. With If-Range it is the whole file, as answers have nothing
// by which a client could recognise the file.
core::RangeRequest wanted_range(const fcgi::Request& request);

// The part of the file: 200, 206 or 416, which tells the file's length if that may be known. Named
// as the file is, or else by the title.
fcgi::Response pdf_response(const rendering::Pdf& pdf, const core::FilePart& part,
                            const std::optional<std::string>& title, Disposition disposition,
                            bool is_length_known = true);

// The same with the part that the request asks for.
fcgi::Response pdf_response(const fcgi::Request& request, const rendering::Pdf& pdf,
                            const std::optional<std::string>& title, Disposition disposition);

}  // namespace handlers
