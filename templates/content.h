// What the service does with an artifact's content, whatever its template is. `content` is a JSON
// object as text. All of it is thread-safe.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/error.h"
#include "templates/rendered_content.h"

namespace templates {

// What is wrong with content that a client sends, as TemplateDefinition::check says it.
std::optional<core::Error> check_content(core::Template id, const std::string& content);

// The middle of its page. What the template cannot render is shown as JSON, laid out to be read,
// with a note.
RenderedContent render_content(core::Template id, const std::string& content,
                               core::RemoteImages remote_images = core::RemoteImages::on);

// The template's text form; nothing if the template has none, or the content has no such text.
std::optional<std::string> text_of_content(core::Template id, const std::string& content);

}  // namespace templates
