// The files of a share page: its PDF or picture, and the rows of its table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/http_values.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "rendering/artifact_files.h"
#include "rendering/artifact_renderer.h"

namespace handlers {

// The Content-Disposition header (RFC 6266): whether a file is displayed or downloaded, and its
// name.

enum class Disposition { shown_inline, attachment };

// `filename` is UTF-8 without control characters, quotes, backslashes and percent signs, as from
// templates::download_name(). A name that is not ASCII is also sent in the encoding of RFC 8187;
// clients without it see underscores.
std::string content_disposition(Disposition disposition, std::string_view filename);

// The response with the file of an artifact.

// The range that the request asks for. With If-Range it is the whole file, as answers have nothing
// by which a client could recognise the file.
core::RangeRequest wanted_range(const fcgi::Request& request);

// The part of the file: 200, 206 or 416, which tells the file's length if that may be known. With
// `download=1` in the query, it is to be saved.
fcgi::Response artifact_file_response(const fcgi::Request& request,
                                      const rendering::ArtifactFile& file,
                                      const core::FilePart& part, bool is_length_known = true);

// The same with the part that the request asks for.
fcgi::Response artifact_file_response(const fcgi::Request& request,
                                      const rendering::ArtifactFile& file);

// All rows of a table as a response: for the page's script, or as a CSV file (?format=csv).

rendering::Form form_of_rows(const fcgi::Request& request);

// `turn` is kept until the response is written; it may be null.
fcgi::Response rows_response(rendering::Form form, const rendering::FormText& rows,
                             const std::optional<std::string>& title,
                             std::shared_ptr<const void> turn);

}  // namespace handlers
