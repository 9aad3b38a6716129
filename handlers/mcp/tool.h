// Call: what a method of the protocol is called with, for one request.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/fields.h"
#include "core/principal.h"
#include "core/text/json_writer.h"
#include "handlers/endpoint.h"
#include "handlers/mcp/protocol.h"

namespace handlers::mcp {

struct Call : Context {
  Protocol protocol;
  // To be kept until the response is written; may be null.
  std::shared_ptr<const void> turn = {};
};

// Tool: a function that a model can call.

struct Argument {
  std::string_view name;
  std::string_view schema;  // JSON
  Required required = Required::no;
};

struct ToolAnswer {
  std::string text;       // for models, and clients without structured content
  std::string structure;  // the same as a JSON object
  std::string note = {};  // about the text, a block of its own; empty: none
};

// Hints for clients, which can ask the user for confirmation.
struct ToolNature {
  bool is_read_only = false;
  bool is_destructive = false;
  bool is_idempotent = false;
};

// How a tool takes the content of an artifact, which is in an argument named after the template.
// One tool has its schema, others say by an example what it is.
enum class ContentArguments : std::uint8_t { none, by_schema, by_example };

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  ContentArguments content = ContentArguments::none;
  std::span<const Argument> arguments;
  ToolNature nature;
  // The tool is listed only for keys with these scopes. The use cases check them.
  core::Scopes scopes;
  // Further scopes that a call with content needs.
  core::Scopes scopes_for_content = {};
  // Further scopes that a call with extendArtifact needs.
  core::Scopes scopes_for_extension = {};
  // Further scopes that a call with share needs.
  core::Scopes scopes_for_share = {};
  // Further scopes that a call about an artifact's id needs; its share link needs none.
  core::Scopes scopes_for_id = {};
  // Whether it adds data, and so is refused if the database has no space.
  bool adds = false;
  core::Result<ToolAnswer> (*call)(Call& call, core::FieldReader& arguments);

  bool takes_content() const { return content != ContentArguments::none; }
};

// The text of an error for the model that called a tool: what was wrong, with all that was found,
// and what to do about it.

std::string tool_error(const core::Error& error);

// Every tool, in the order in which models read of them.

const Tool& share_tool();
const Tool& update_tool();
const Tool& edit_tool();
const Tool& append_tool();
const Tool& prepare_upload_tool();
const Tool& find_tool();
const Tool& read_tool();
const Tool& list_links_tool();
const Tool& change_link_tool();
const Tool& revoke_link_tool();
const Tool& delete_tool();
const Tool& restore_tool();
const Tool& history_tool();
const Tool& diff_tool();
const Tool& restore_version_tool();

std::span<const Tool* const> all_tools();

}  // namespace handlers::mcp
