// Tool: what a model can call by itself.
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

namespace handlers::mcp {

struct Argument {
  std::string_view name;
  std::string_view schema;  // JSON
  bool is_required = false;
};

struct ToolAnswer {
  std::string text;       // for models and clients that do not read the structure
  std::string structure;  // a JSON object, as the tool's output schema has it
  std::string link = {};  // a content block of the type resource_link; empty: none
};

// Hints for clients, which may ask the user first.
struct ToolNature {
  bool is_read_only = false;
  bool is_destructive = false;
  bool is_idempotent = false;
};

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  // Whether it takes the content of an artifact as well, by a member named after its template.
  bool takes_content = false;
  std::span<const Argument> arguments;
  std::string_view output_schema;  // JSON
  ToolNature nature;
  // A key without these scopes does not get the tool listed. The use cases check them.
  core::Scopes scopes;
  // Whether it adds to the database, and so needs room in it.
  bool adds = false;
  core::Result<ToolAnswer> (*call)(Call& call, const core::JsonObject& arguments);
};

}  // namespace handlers::mcp
