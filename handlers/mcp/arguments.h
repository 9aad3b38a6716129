// Arguments that tools share, and what they say of warnings.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/share_views.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/ids.h"
#include "core/share_link.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "core/warning.h"
#include "handlers/artifact_reference.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {

// References to artifacts and share links in a tool's arguments.

// The argument `artifact`. Errors: invalid_request, also for a URL of another service; not_found
// for an external ID that no artifact has.
core::Result<ArtifactReference> read_artifact(const Call& call, const core::FieldReader& arguments);

// The argument `link`, the URL of a share link. Errors: invalid_request; not_found if the URL was
// not issued by this service.
struct LinkReference {
  core::ArtifactId artifact;
  core::ShareId link;
};
core::Result<LinkReference> read_link(const Call& call, const core::FieldReader& arguments);

// The URL of a link to the artifact that is open to all; nothing if there is none, or the principal
// may not see links.
std::optional<std::string> find_open_url(const Call& call, const core::ArtifactId& artifact);
// The end of a text about what was changed: that URL.
std::string open_url_line(const std::optional<std::string>& url);

// The artifact's page in the dashboard.
std::string dashboard_url(const core::Configuration& configuration,
                          const core::ArtifactId& artifact);

// The content in a tool's arguments, under the name of its template: markdown, chart, …

// All of these names: "markdown, chart, …". Of other templates, models cannot write the content.
const std::string& content_arguments();

struct ContentArgument {
  core::Template content_template = core::Template::markdown;
  core::JsonTree content;  // an object
  // The member of it that a string stood for; empty if the argument was all of it.
  std::string_view text_member = {};
  std::vector<core::Warning> warnings = {};  // about the way in which it was given
};

bool has_content_argument(const core::FieldReader& arguments);

// Nothing if there is none. A string is the value of the template's text member, unless it has the
// content as JSON (content_text.h). From then on, `arguments` has `template` and `content` as the
// fields of an artifact. Errors: invalid_request for more than one, invalid_content for what is no
// content of the template.
core::Result<std::optional<ContentArgument>> read_content_argument(core::FieldReader& arguments);

// invalid_content for content of which the page could show nothing, an empty text too: a model can
// correct that before somebody sees it, and may have given it for an argument that it does not use.
// The API takes it, with a warning.
std::optional<core::Error> refuse_without_effect(const std::optional<ContentArgument>& content);

// Arguments of several tools.

inline constexpr Argument kArtifact{
    "artifact",
    R"({"type":"string","description":"Its id (art_… or ext:externalId) or one of its links."})",
    Required::yes};
inline constexpr Argument kTitle{"title", R"({"type":"string","description":"The page's title."})"};
inline constexpr Argument kDescription{
    "description",
    R"({"type":"string","description":"One or two sentences, shown below the title."})"};
inline constexpr Argument kMetadata{
    "metadata",
    R"({"type":"object","description":"Your own keys and values, such as {\"job\":\"nightly\"}, by which find can find it. Viewers do not see them."})"};
inline constexpr Argument kNote{"note",
                                R"({"type":"string","description":"One line for the history."})"};
inline constexpr Argument kBaseVersion{
    "baseVersion",
    R"({"type":"integer","description":"The version that read returned; if it has changed since, nothing is done."})"};
inline constexpr Argument kCursor{
    "cursor",
    R"({"type":"string","description":"nextCursor of the previous call. Keep the other arguments as they were."})"};
inline constexpr Argument kLink{"link", R"({"type":"string","description":"The link's URL."})",
                                Required::yes};
// Of a new link.
inline constexpr Argument kPassword{
    "password",
    R"({"type":"string","description":"Viewers must enter it to open the link. Tell the user what it is."})"};

// Replaces the field `content` or `template`, of an error with its others or of warnings, by the
// name of the argument. The argument's own warnings come last.
core::Error as_argument(core::Error error, const std::optional<ContentArgument>& content);
std::vector<core::Warning> as_argument(std::vector<core::Warning> warnings,
                                       const std::optional<ContentArgument>& content);

// The arguments for a link's options (core/link_fields.h). A new link has the few that are often
// meant; a change has all, and null removes a value.
enum class LinkUse : bool { create, change };
std::span<const Argument> link_arguments(LinkUse use);

// Arguments in the order in which models read of them.
std::vector<Argument> together(std::initializer_list<std::span<const Argument>> parts);

// The facts of a link, as list_links and change_link have them.

// Its members, in an open object.
void write_link_members(core::JsonWriter& json, const core::ListedShareLink& link);

// The same as a line of text.
std::string describe(const core::ListedShareLink& link);

// The warnings in a tool's result, which the model can act on.

// A line for each; empty if there are none.
std::string warning_lines(const std::vector<core::Warning>& warnings);

}  // namespace handlers::mcp
