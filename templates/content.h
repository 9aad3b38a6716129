// Validation and rendering of an artifact's content, for every template. `content` is a JSON
// object: the tree of the body that it came in, or the text that is stored. All functions are
// thread-safe. None throws core::CpuLimit::UsedUp: where the thread's limit of CPU time is used up,
// they end with something simpler.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"
#include "core/text/json.h"
#include "core/warning.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"

namespace templates {

// Validates content that a client sends, as TemplateDefinition::read does. Adds warnings about
// content that its page shows as JSON or not at all, and about members that look misspelled. Has a
// limit of CPU time of its own; content that takes longer is valid, and has no findings.
core::Result<ContentFindings> check_content(core::Template id, const core::JsonTree& content);
core::Result<ContentFindings> check_content(core::Template id, std::string_view content);

// Renders it. Content that the template cannot render is shown as readable JSON, with a note, and
// what takes too long as its source.
RenderedContent render_content(core::Template id, const std::string& content,
                               RenderingOptions options = {});

// The content in a form for programs; nothing if the template has no such form, or the content has
// none, or it takes too long. What the template cannot render is JSON in Markdown too.
std::optional<std::string> content_as(Form form, core::Template id, const std::string& content);

// The text whose words a search finds; empty if the content has none, or it takes too long.
std::string searched_text(core::Template id, const std::string& content);

// The warning about a text whose line breaks came as two characters, a backslash and an n: a
// program has escaped it twice.

inline constexpr std::string_view kEscapedLineBreak = "\\n";

// Whether a Markdown document is one line that would begin blocks where such characters are. A text
// about them has other lines, something else after them, or has them in backquotes.
bool has_escaped_line_breaks(std::string_view document);

core::Warning escaped_line_breaks(std::string_view field);

}  // namespace templates
