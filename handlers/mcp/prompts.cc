#include "handlers/mcp/prompts.h"

#include <array>
#include <span>
#include <string>

#include "core/text/text.h"
#include "handlers/mcp/protocol.h"
#include "handlers/mcp/server.h"

namespace handlers::mcp {
namespace {

using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using core::JsonWriter;

struct PromptArgument {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  Required required = Required::no;
};

// The text, followed by the arguments, each under its title.
struct Prompt {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::span<const PromptArgument> arguments;
  std::string_view text;
};

constexpr std::array kReportArguments{
    PromptArgument{"data", "Data", "The data: CSV, JSON, a table, or notes.", Required::yes},
    PromptArgument{"question", "Question", "What the report is to answer."},
    PromptArgument{"readers", "Readers", "Who reads it, such as \"the board\" or \"engineers\"."},
    PromptArgument{"expiresIn", "Link expires in", "How long the link works, such as 7d."},
};

constexpr std::array kUpdatePromptArguments{
    PromptArgument{"artifact", "Report", "The link or the id of the report.", Required::yes},
    PromptArgument{"data", "New data", "The data that is new.", Required::yes},
};

constexpr std::array kPrompts{
    Prompt{
        "share_report", "Make a report and share it",
        "Makes a report from data, with a chart or table where that helps, and shares it by link.",
        kReportArguments,
        "Make a report from the data below and share it by link.\n"
        "1. Look the data through. Say what is missing or doubtful rather than guess.\n"
        "2. Write the report in Markdown: a title, two or three sentences with the result, then "
        "what it rests on. Use Markdown tables for a few numbers. Keep it as short as its readers "
        "need.\n"
        "3. If a trend or a comparison matters, share it as a chart of its own by `share` with "
        "chart, and link to it in the report. If readers will want to sort or filter the rows, "
        "share them by `share` with table likewise.\n"
        "4. Share the report by `share` with markdown and a title. If the data is confidential, "
        "ask first whether to set a password.\n"
        "5. Answer with the report's link, when it expires, and its result in one sentence.\n"},
    Prompt{
        "update_report", "Bring a shared report up to date",
        "Reads a report that was shared, works new data in, and updates it under the same link.",
        kUpdatePromptArguments,
        "Bring the report below up to date with the new data.\n"
        "1. Read it by `read`.\n"
        "2. Work the new data in. Keep its structure, and whatever the new data does not touch. "
        "State in one line what has changed and when.\n"
        "3. Replace it by `update`, with the version that `read` gave as baseVersion, so that its "
        "link stays the same and nobody else's change is lost.\n"
        "4. Answer with what has changed.\n"},
};

void write_prompt(const Prompt& prompt, JsonWriter& json) {
  json.begin_object();
  json.member("name", prompt.name);
  json.member("title", prompt.title);
  json.member("description", prompt.description);
  json.key("arguments").begin_array();
  for (const PromptArgument& argument : prompt.arguments) {
    json.begin_object();
    json.member("name", argument.name);
    json.member("title", argument.title);
    json.member("description", argument.description);
    json.member("required", argument.required == Required::yes);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

const Prompt* find_prompt(std::string_view name) {
  for (const Prompt& prompt : kPrompts)
    if (prompt.name == name) return &prompt;
  return nullptr;
}

std::optional<RpcError> check_arguments(const Prompt& prompt, JsonValue arguments) {
  for (const JsonValue& member : arguments) {
    if (!member.is(JsonType::string))
      return RpcError{RpcCode::invalid_params,
                      "the argument " + std::string(core::whole_characters(member.name(), 64)) +
                          " must be a string"};
  }
  for (const PromptArgument& argument : prompt.arguments) {
    const auto member = arguments.find(argument.name);
    if (argument.required == Required::yes && (!member || member->exact_string().empty()))
      return RpcError{RpcCode::invalid_params,
                      "the argument " + std::string(argument.name) + " is required"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<RpcError> list_prompts(Call& call, const JsonTree& params, JsonWriter& result) {
  if (auto problem = refuse_cursor(params)) return problem;
  result.key("prompts").begin_array();
  for (const Prompt& prompt : kPrompts) write_prompt(prompt, result);
  result.end_array();
  write_caching(call, result, kForAnHour, CacheScope::everybody);
  return std::nullopt;
}

std::optional<RpcError> get_prompt(Call&, const JsonTree& params, JsonWriter& result) {
  const auto member = params.root().find("name");
  if (!member || !member->is(JsonType::string))
    return RpcError{RpcCode::invalid_params, "name must be a string"};
  const std::string name = member->exact_string();
  const Prompt* const prompt = find_prompt(name);
  if (prompt == nullptr)
    return RpcError{RpcCode::invalid_params,
                    "unknown prompt: " + std::string(core::whole_characters(name, 64))};
  const auto arguments = object_member(params, "arguments");
  if (!arguments) return RpcError{RpcCode::invalid_params, "arguments must be an object"};
  if (auto problem = check_arguments(*prompt, arguments->root())) return problem;

  std::string text(prompt->text);
  for (const PromptArgument& argument : prompt->arguments) {
    const auto given = arguments->root().find(argument.name);
    const std::string value = given ? given->exact_string() : std::string();
    if (value.empty()) continue;
    text.append("\n").append(argument.title).append(":\n").append(value).append("\n");
  }
  result.member("description", prompt->description);
  result.key("messages").begin_array().begin_object();
  result.member("role", "user");
  result.key("content").begin_object();
  result.member("type", "text").member("text", text);
  result.end_object();
  result.end_object().end_array();
  return std::nullopt;
}

}  // namespace handlers::mcp
