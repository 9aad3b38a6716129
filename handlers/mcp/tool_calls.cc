#include "handlers/mcp/tool_calls.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/request_admission.h"
#include "core/out_of_space.h"
#include "core/text/text.h"
#include "handlers/mcp/argument_types.h"
#include "handlers/mcp/arguments.h"
#include "handlers/mcp/idempotent_call.h"
#include "handlers/mcp/server.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::FieldReader;
using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using core::JsonWriter;

void write_tool(const Tool& tool, JsonWriter& json) {
  json.begin_object();
  json.member("name", tool.name);
  json.member("title", tool.title);
  json.member("description", tool.description);
  json.key("inputSchema").raw(input_schema_of(tool).text());
  json.key("annotations").begin_object();
  // Where a tool only reads, the others mean nothing.
  if (tool.nature.is_read_only) {
    json.member("readOnlyHint", true);
  } else {
    json.member("destructiveHint", tool.nature.is_destructive);
    if (tool.nature.is_idempotent) json.member("idempotentHint", true);
  }
  json.member("openWorldHint", false);
  json.end_object();
  json.end_object();
}

bool is_known(const Tool& tool, std::string_view name) {
  if (tool.takes_content()) {
    const auto content_template = core::parse_template(name);
    if (content_template && !templates::definition_of(*content_template).content_schema.empty())
      return true;
  }
  return std::any_of(tool.arguments.begin(), tool.arguments.end(),
                     [&](const Argument& argument) { return argument.name == name; });
}

std::vector<std::string_view> names_of(const Tool& tool) {
  std::vector<std::string_view> names;
  if (tool.takes_content())
    for (const templates::TemplateDefinition* one : templates::all_templates())
      if (!one->content_schema.empty()) names.push_back(core::to_string(one->id));
  for (const Argument& argument : tool.arguments) names.push_back(argument.name);
  return names;
}

// What models call arguments elsewhere, in lower case and without underscores, and what they mean
// by it: the first that the tool takes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 28> kOtherNames{{
    {"query", "text"},       {"q", "text"},          {"search", "text"},
    {"content", "text"},     {"id", "artifact"},     {"artifactid", "artifact"},
    {"url", "link"},         {"url", "artifact"},    {"find", "edits"},
    {"replace", "edits"},    {"oldstr", "edits"},    {"newstr", "edits"},
    {"oldstring", "edits"},  {"newstring", "edits"}, {"oldtext", "edits"},
    {"newtext", "edits"},    {"patch", "set"},       {"operations", "set"},
    {"text", "markdown"},    {"body", "markdown"},   {"heading", "title"},
    {"file", "filename"},    {"path", "filename"},   {"expiry", "expiresIn"},
    {"ttl", "expiresIn"},    {"message", "note"},    {"orderby", "sort"},
    {"maxresults", "limit"},
}};

std::string plain(std::string_view name) {
  std::string text = core::in_lower_case(name);
  std::erase(text, '_');
  return text;
}

// What was probably meant by a name that the tool does not know; empty if there is no telling.
std::string suggestion_for(const Tool& tool, std::string_view name) {
  const auto names = names_of(tool);
  const auto nearest = core::nearest_word(name, names);
  // The first letter is rarely wrong, and many short words differ in it and one more.
  if (nearest != names.end() && nearest->front() == name.front())
    return "; did you mean " + std::string(*nearest) + '?';
  if (&tool == &share_tool() && is_known(change_link_tool(), name))
    return "; share without it, then call change_link with it and the url";
  if (tool.takes_content() && name == "content")
    return ". Give the content in the argument that has the template's name, without content and "
           "template: {\"markdown\": \"# Report\"}";
  const std::string meant = plain(name);
  const auto* const other = std::find_if(
      kOtherNames.begin(), kOtherNames.end(),
      [&](const auto& one) { return one.first == meant && is_known(tool, one.second); });
  return other == kOtherNames.end() ? "" : "; did you mean " + std::string(other->second) + '?';
}

std::string taken_by(const Tool& tool) {
  std::string taken = "; it takes ";
  for (const char* separator = ""; const std::string_view name : names_of(tool)) {
    taken.append(separator).append(name);
    separator = ", ";
  }
  return taken;
}

// How many unknown arguments are named.
constexpr std::size_t kMaximumNamed = 10;

// An unknown argument could be a misspelled password.
std::optional<Error> check_names(const Tool& tool, const FieldReader& arguments) {
  std::optional<Error> found;
  std::size_t count = 0;
  bool has_listed = false;
  for (const JsonValue& member : arguments.members()) {
    const std::string name = member.name();
    if (is_known(tool, name) || ++count > kMaximumNamed) continue;
    std::string meant = suggestion_for(tool, name);
    if (meant.empty() && !std::exchange(has_listed, true)) meant = taken_by(tool);
    core::add_problem(
        found, {ErrorCode::invalid_request, '"' + std::string(core::whole_characters(name, 64)) +
                                                "\" is no argument of this tool" + meant});
  }
  for (const Argument& argument : tool.arguments) {
    if (argument.required == Required::yes && !arguments.has_value(argument.name))
      core::add_problem(found, {ErrorCode::invalid_request, "is required", argument.name});
  }
  return found;
}

core::Result<ToolAnswer> call_checked(Call& call, const Tool& tool, const JsonTree& object) {
  FieldReader arguments(object);
  read_by_schema(tool, arguments);
  if (auto problem = check_names(tool, arguments)) return *std::move(problem);
  if (tool.adds && !call.app.request_admission.has_space())
    return Error{ErrorCode::unavailable, core::kOutOfSpace};
  return tool.call(call, arguments);
}

const Tool* find_tool(std::string_view name) {
  const auto tools = all_tools();
  const auto found =
      std::find_if(tools.begin(), tools.end(), [&](const Tool* one) { return one->name == name; });
  return found == tools.end() ? nullptr : *found;
}

void write_text(JsonWriter& json, std::string_view text) {
  json.begin_object().member("type", "text").member("text", text).end_object();
}

void write_answer(const ToolAnswer& answer, JsonWriter& result) {
  result.key("content").begin_array();
  write_text(result, answer.text);
  if (!answer.note.empty()) write_text(result, answer.note);
  result.end_array();
  result.key("structuredContent").raw(answer.structure);
  result.member("isError", false);
}

void write_error(const Error& error, JsonWriter& result) {
  result.key("content").begin_array();
  write_text(result, tool_error(error));
  result.end_array();
  result.member("isError", true);
}

}  // namespace

std::optional<RpcError> list_tools(Call& call, const JsonTree& params, JsonWriter& result) {
  if (auto problem = refuse_cursor(params)) return problem;
  result.key("tools").begin_array();
  for (const Tool* tool : all_tools())
    if (!call.principal.scopes.first_missing(tool->scopes)) write_tool(*tool, result);
  result.end_array();
  write_caching(call, result, kForFiveMinutes, CacheScope::caller);
  return std::nullopt;
}

core::Scopes scopes_needed(const Call& call, const JsonTree& params) {
  const auto name = params.root().find("name");
  const Tool* const tool = name ? find_tool(name->exact_string()) : nullptr;
  if (tool == nullptr) return {};
  core::Scopes needed = tool->scopes;
  auto object = object_member(params, "arguments");
  if (!object) return needed;
  FieldReader arguments(*std::move(object));
  read_by_schema(*tool, arguments);
  if (has_content_argument(arguments)) needed.add(tool->scopes_for_content);
  if (arguments.boolean("extendArtifact").value_or(false)) needed.add(tool->scopes_for_extension);
  if (arguments.has_value("share")) needed.add(tool->scopes_for_share);
  const std::string artifact = arguments.word("artifact").value_or("");
  const auto reference = parse_reference(call.configuration.public_base_url, artifact);
  // Whether an external ID is that of an artifact is told to nobody else either.
  if (core::ExternalId::parse_address(artifact) || (reference && !reference->token))
    needed.add(tool->scopes_for_id);
  return needed;
}

std::optional<RpcError> call_tool(Call& call, const JsonTree& params, JsonWriter& result) {
  const auto member = params.root().find("name");
  if (!member || !member->is(JsonType::string))
    return RpcError{RpcCode::invalid_params, "name must be a string"};
  const std::string name = member->exact_string();
  const Tool* const tool = find_tool(name);
  if (tool == nullptr)
    return RpcError{RpcCode::invalid_params,
                    "unknown tool: " + std::string(core::whole_characters(name, 64))};
  auto object = object_member(params, "arguments");
  if (!object) return RpcError{RpcCode::invalid_params, "arguments must be an object"};
  const core::Result<ToolAnswer> answer =
      call_once(call, *tool, *object, [&] { return call_checked(call, *tool, *object); });
  if (answer) {
    write_answer(*answer, result);
  } else {
    write_error(answer.error(), result);
  }
  return std::nullopt;
}

}  // namespace handlers::mcp
