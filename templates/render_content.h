// From an artifact's content object to what its page shows.
#pragma once

#include <string>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "templates/rendered_content.h"

namespace templates {

// `content` is the JSON object as it is stored. What the template cannot render is shown as JSON,
// laid out to be read, with a note. Thread-safe.
RenderedContent render_content(core::Template content_template, const std::string& content,
                               core::RemoteImages remote_images = core::RemoteImages::on);

}  // namespace templates
