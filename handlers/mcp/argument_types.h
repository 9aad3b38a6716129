// The arguments of a call as the input schema of its tool has them.
//
// Clients of several models can send strings only, and send an empty one, or null, for each
// argument that they do not use. Thread-safe.
#pragma once

#include "core/fields.h"
#include "core/text/json.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {

// JSON Schema, as tools/list returns it.
const core::JsonTree& input_schema_of(const Tool& tool);

// Replaces what is not as the schema says, in arguments and in members that the schema names:
// - a string where no string is expected, and that is JSON of an expected type, is that JSON;
// - null, where it is not expected, and an empty string for what is not required, are left out.
//   An empty string for what protects a link (core::protects_link()) is not, as a program whose
//   variable is empty must not publish without it.
// The content of an artifact is only left out: content_text.h reads its strings. All else stays as
// it is, and is an error where it is read.
void read_by_schema(const Tool& tool, core::FieldReader& arguments);

}  // namespace handlers::mcp
