// Validation and rendering of an artifact's content, for every template. `content` is a JSON object
// as text. All functions are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/result.h"
#include "templates/rendered_content.h"
#include "templates/template_definition.h"

namespace templates {

// Validates content that a client sends, as TemplateDefinition::check does. Adds warnings about
// content that its page shows as JSON or not at all, and about members that look misspelt.
core::Result<ContentFindings> check_content(core::Template id, const std::string& content);

// Renders it. Content that the template cannot render is shown as readable JSON, with a note.
RenderedContent render_content(core::Template id, const std::string& content,
                               core::RemoteImages remote_images = core::RemoteImages::on);

// The template's text form; nothing if the template has none, or the content has no such text. Raw:
// see TextForm::write_raw.
enum class TextKind : std::uint8_t { guarded, raw };
std::optional<std::string> text_of_content(core::Template id, const std::string& content,
                                           TextKind kind = TextKind::guarded);

}  // namespace templates
