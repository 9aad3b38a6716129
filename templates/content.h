// Validation and rendering of an artifact's content, for every template. `content` is a JSON object
// as text. All functions are thread-safe. None throws core::CpuLimit::UsedUp: where the thread's
// limit of CPU time is used up, they end with something simpler.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/result.h"
#include "templates/form.h"
#include "templates/rendered_content.h"
#include "templates/template_definition.h"

namespace templates {

// Validates content that a client sends, as TemplateDefinition::check does. Adds warnings about
// content that its page shows as JSON or not at all, and about members that look misspelled. Has a
// limit of CPU time of its own; content that takes longer is valid, and has no findings.
core::Result<ContentFindings> check_content(core::Template id, const std::string& content);

// Renders it. Content that the template cannot render is shown as readable JSON, with a note, and
// what takes too long as its source.
RenderedContent render_content(core::Template id, const std::string& content,
                               core::RemoteImages remote_images = core::RemoteImages::on);

// The content in a form for programs; nothing if the template has no such form, or the content has
// none, or it takes too long. What the template cannot render is JSON in Markdown too.
std::optional<std::string> content_as(Form form, core::Template id, const std::string& content);

// The text whose words a search finds; empty if the content has none, or it takes too long.
std::string searched_text(core::Template id, const std::string& content);

}  // namespace templates
