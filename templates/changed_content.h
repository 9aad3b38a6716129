// Small changes of an artifact's content. All that they do not touch keeps its text. The result is
// not checked: templates/content.h does that. `content` is the root of its tree. Thread-safe.
#pragma once

#include <span>
#include <string>

#include "core/artifact.h"
#include "core/error.h"
#include "core/text/json.h"
#include "core/text/text_edits.h"
#include "templates/addition.h"

namespace templates {

// The content after edits of the text that its page shows. Errors: those of core::edit_text();
// edit_not_found for content without such a text.
core::Result<std::string> with_edits(core::Template id, core::JsonValue content,
                                     std::span<const core::TextEdit> edits);

// The content with an addition in the form that its sender chose. Errors: append_unsupported if
// that form cannot have it.
core::Result<GrownContent> with_addition(core::Template id, core::JsonValue content,
                                         const Addition& addition);

// The content with an addition to `text`, which is in it. The addition begins a line, and gets the
// line breaks of the text.
GrownContent with_added_text(core::JsonValue content, core::JsonValue text,
                             const AddedText& addition);

}  // namespace templates
