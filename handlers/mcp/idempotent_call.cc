#include "handlers/mcp/idempotent_call.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/idempotency.h"
#include "core/fields.h"
#include "core/text/json_writer.h"
#include "handlers/mcp/argument_types.h"

namespace handlers::mcp {
namespace {

using app::Idempotency;
using core::JsonTree;

constexpr int kDone = 200;

bool takes_key(const Tool& tool) {
  return std::any_of(tool.arguments.begin(), tool.arguments.end(), [](const Argument& argument) {
    return argument.name == kIdempotencyKey.name;
  });
}

std::string write(const ToolAnswer& answer) {
  core::JsonWriter json;
  json.begin_object();
  json.member("text", answer.text);
  json.member("structure", answer.structure);
  json.end_object();
  return json.text();
}

std::string text_in(const JsonTree& stored, std::string_view name) {
  const auto member = stored.root().find(name);
  return member ? member->exact_string() : std::string();
}

// Whether the version that the answer names was erased since.
bool is_of_erased_version(const Call& call, const std::string& structure) {
  const auto answer = JsonTree::parse(std::string_view(structure));
  if (!answer) return false;
  const auto id = core::ArtifactId::parse(text_in(*answer, "artifact"));
  const auto version = answer->root().find("version");
  const auto number =
      version ? core::VersionNumber::parse(core::FieldReader::shown_text(*version)) : std::nullopt;
  return id && number && call.app.artifact_versions.is_erased(*id, *number);
}

core::Result<ToolAnswer> read(const Call& call, const Idempotency::StoredResponse& response) {
  const auto stored = JsonTree::parse(std::string_view(response.bytes));
  if (!stored) return stored.error();
  ToolAnswer answer{text_in(*stored, "text"), text_in(*stored, "structure"),
                    "It was done before: this is the answer to the first call with this "
                    "idempotencyKey."};
  if (is_of_erased_version(call, answer.structure)) {
    return core::Error{core::ErrorCode::version_erased,
                       "the version that the first call made was erased"};
  }
  return answer;
}

}  // namespace

core::Result<ToolAnswer> call_once(const Call& call, const Tool& tool, const JsonTree& arguments,
                                   const Work& work) {
  core::FieldReader fields(arguments);
  read_by_schema(tool, fields);
  if (!takes_key(tool) || !fields.has_value(kIdempotencyKey.name)) return work();
  // A key that is no text is refused as an empty one.
  const std::string key = fields.word(kIdempotencyKey.name).value_or(std::string());
  const std::string text = "MCP " + std::string(tool.name) + '\n' + std::string(arguments.text());
  std::optional<core::Result<ToolAnswer>> answer;
  const auto outcome = call.app.idempotency.run(
      call.principal.account, {.sender = call.principal.credential(), .key = key, .text = text},
      [&]() -> std::optional<Idempotency::StoredResponse> {
        answer = work();
        if (!*answer) return std::nullopt;
        return Idempotency::StoredResponse{kDone, write(**answer)};
      });
  if (!outcome) return outcome.error();
  if (const auto* running = std::get_if<Idempotency::InProgress>(&*outcome)) return running->error;
  if (const auto* repeated = std::get_if<Idempotency::Repeated>(&*outcome))
    return read(call, repeated->response);
  return *std::move(answer);
}

}  // namespace handlers::mcp
