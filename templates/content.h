// What a template expects of an artifact's content object, and where in it the parts are that it
// renders. Clients send these in several dialects; the first name of each is the documented one.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/template.h"
#include "core/error.h"
#include "core/json/json_tree.h"

namespace templates {

// Checks the fields that the template renders; others may be anything. The message of an
// invalid_content names the field by its JSON Pointer (RFC 6901) from the body's root.
std::optional<core::Error> check_content(core::Template content_template,
                                         const std::string& content);

// The member of a Markdown artifact's content that holds its text; nothing if there is none that
// is a string.
std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content);

}  // namespace templates
