// The arguments that decide what a link allows, and the facts of a link, as all tools have them.
#pragma once

#include <string>
#include <string_view>

#include "core/artifact/share_link.h"
#include "core/json/json_writer.h"

namespace handlers::mcp {

// JSON Schemas of the arguments of app::read_new_share_link().
inline constexpr const char* kExpiresInSchema =
    R"({"type":"string","description":"How long the link works from now, such as 12h, 7d or 30d; 7d by default. New content that is shared with it expires then, too."})";
inline constexpr const char* kPasswordSchema =
    R"({"type":"string","description":"A password that people must enter to open the link. Tell the user what it is."})";
inline constexpr const char* kMaxViewsSchema =
    R"({"type":"integer","minimum":1,"description":"How often the link can be opened before it stops working."})";
inline constexpr const char* kAllowDownloadSchema =
    R"({"type":"boolean","description":"Whether people may download the file of a PDF; false by default."})";

inline constexpr const char* kExtendArtifactSchema =
    R"({"type":"boolean","description":"Whether the artifact is kept as long as the link, if it would expire before: a link ends with its artifact."})";

// The schema of a link with its views, as list_links and change_link have it, and of more
// properties.
std::string link_schema(std::string_view more_properties);

// Its members, in an open object.
void write_link_members(core::JsonWriter& json, const core::ListedShareLink& link);

// The same as a line of text.
std::string describe(const core::ListedShareLink& link);

}  // namespace handlers::mcp
