// Tool: a function that a model can call.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/identity/scope.h"
#include "core/json/json_object.h"
#include "core/json/json_writer.h"
#include "core/result.h"
#include "handlers/mcp/call.h"
#include "handlers/mcp/required.h"

namespace handlers::mcp {

struct Argument {
  std::string_view name;
  std::string_view schema;  // JSON
  Required required = Required::no;
};

struct ToolAnswer {
  std::string text;       // for models, and clients without structured content
  std::string structure;  // a JSON object that conforms to the output schema
  std::string note = {};  // about the text, a block of its own; empty: none
};

// Hints for clients, which can ask the user for confirmation.
struct ToolNature {
  bool is_read_only = false;
  bool is_destructive = false;
  bool is_idempotent = false;
};

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  // Whether it also accepts the content of an artifact, in an argument named after the template.
  bool takes_content = false;
  std::span<const Argument> arguments;
  std::string_view output_schema;  // JSON
  ToolNature nature;
  // The tool is listed only for keys with these scopes. The use cases check them.
  core::Scopes scopes;
  // Further scopes that a call with content needs.
  core::Scopes scopes_for_content = {};
  // Further scopes that a call with extendArtifact needs.
  core::Scopes scopes_for_extension = {};
  // Further scopes that a call about an artifact's id needs; its share link needs none.
  core::Scopes scopes_for_id = {};
  // Whether it adds data, and so is refused if the database has no space.
  bool adds = false;
  core::Result<ToolAnswer> (*call)(Call& call, const core::JsonObject& arguments);
};

}  // namespace handlers::mcp
