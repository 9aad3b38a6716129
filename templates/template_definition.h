// TemplateDefinition: what the rest of the service needs to know about a template.
//
// Each is defined in its template's folder, and listed in registry.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/error.h"
#include "core/json/json_tree.h"
#include "templates/rendered_content.h"

namespace templates {

// The content as text, for programs that request this media type: the source of a Markdown
// document, the rows of a table. Every template is also available as a page and as JSON.
struct TextForm {
  std::string_view media_type;  // without parameters; the text is UTF-8
  // Nothing if the content has no such text.
  std::optional<std::string> (*write)(core::JsonValue content);
};

// The media type of the JSON form, which is the whole content.
inline constexpr std::string_view kJsonType = "application/json";

// All functions take the root of the content's tree and are thread-safe.
struct TemplateDefinition {
  core::Template id;

  // Its names in the user interface: in lists and filters ("PDF"), for an artifact without a title
  // ("PDF document"), and in sentences ("PDFs").
  std::string_view label;
  std::string_view noun;
  std::string_view plural;

  // Validates the fields that are rendered and ignores others. The message of an invalid_content
  // names the field by its JSON Pointer (RFC 6901) from the body's root.
  std::optional<core::Error> (*check)(core::JsonValue content);

  // Renders the content; nothing if there is nothing that can be rendered.
  std::optional<RenderedContent> (*render)(core::JsonValue content,
                                           core::RemoteImages remote_images);

  std::optional<TextForm> text_form = std::nullopt;

  // Artifacts are available as a PDF file, which rendering/artifact_pdfs.h finds or generates, and
  // which a share link may allow to download.
  bool has_file = false;

  // Pages can contain remote images, which a share link may restrict.
  bool has_remote_images = false;
};

}  // namespace templates
