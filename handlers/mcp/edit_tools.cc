// edit

#include <array>
#include <string>

#include "app/artifact_edits.h"
#include "app/artifact_input.h"
#include "core/artifact.h"
#include "handlers/mcp/arguments.h"
#include "handlers/mcp/idempotent_call.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::FieldReader;

// Brief, as it stays in the model's context.
ToolAnswer answer_with(const Call& call, const app::EditedArtifact& edited,
                       const std::string& done) {
  const auto url = find_open_url(call, edited.id);
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", edited.id.to_string());
  if (url) json.member("url", *url);
  json.member("version", edited.version.value());
  if (edited.edited) json.member("edited", *edited.edited);
  if (edited.appended) json.member("appended", *edited.appended);
  if (edited.replaced) json.member("replaced", *edited.replaced);
  if (edited.dropped) json.member("dropped", *edited.dropped);
  core::write_warnings(json, edited.warnings);
  json.end_object();
  return {done + ". The version of " + edited.id.to_string() + " is now " +
              edited.version.to_string() + '.' + open_url_line(url) +
              warning_lines(edited.warnings),
          json.text()};
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

core::Result<ToolAnswer> edit_content(Call& call, FieldReader& arguments) {
  if (arguments.is_given("edits") == arguments.is_given("set"))
    return Error{ErrorCode::invalid_request,
                 "give exactly one of edits, for a text, and set, for values of other content"};
  const auto wanted = app::read_artifact_edit(arguments);
  if (!wanted) return wanted.error();
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  const auto edited = call.app.artifact_edits.edit(call.principal, reference->artifact, *wanted);
  if (!edited) return edited.error();
  return answer_with(call, *edited, "Made " + counted(edited->edited.value_or(0), "change"));
}

constexpr std::array kEditArguments{
    kArtifact,
    Argument{
        "edits",
        R"({"type":"array","description":"For documents, code and CSV: passages to replace, in this order. If one fails, none is replaced.","items":{"type":"object","properties":{)"
        R"("find":{"type":"string","description":"The passage, exactly as in the text. It must occur once."},)"
        R"("replace":{"type":"string"},)"
        R"("occurrence":{"type":"integer","description":"Which one is meant, counted from 1, if it occurs more than once."}},)"
        R"("required":["find","replace"]}})"},
    Argument{
        "set",
        R"({"type":"array","description":"For tables, charts and other content: operations of a JSON Patch. If one fails, none is applied.","items":{"type":"object","properties":{)"
        R"("op":{"type":"string","enum":["add","replace","remove"]},)"
        R"("path":{"type":"string","description":"A JSON Pointer into the content as read returns it with format json, such as /rows/0/1. To add at the end: /rows/-."},)"
        R"("value":{}},"required":["op","path"]}})"},
    kBaseVersion,
    kNote,
    kIdempotencyKey,
};

}  // namespace

const Tool& edit_tool() {
  static const Tool kTool{
      .name = "edit",
      .title = "Edit what was shared",
      .description =
          "Changes parts of what was shared, by edits or by set, under the same links, and leaves "
          "the rest as it is. Use it instead of update unless most of the content changes. It "
          "works on the current content, so what others change at the same time is kept.",
      .arguments = kEditArguments,
      .nature = {.is_destructive = true},
      .scopes = {core::Scope::artifacts_read, core::Scope::artifacts_write},
      .adds = true,
      .call = edit_content,
  };
  return kTool;
}

// append

namespace {

// The error of an addition, by the names of the arguments.
Error without_append(Error error) {
  constexpr std::string_view kAround = "/append";
  if (error.field.starts_with(kAround)) error.field.erase(0, kAround.size());
  return error;
}

std::string in_words(const app::EditedArtifact& edited) {
  if (!edited.appended) return "Added it";
  const std::size_t appended = *edited.appended;
  if (!edited.dropped) return "Added " + counted(appended, "character");
  std::string done = "Added " + std::to_string(appended);
  if (edited.replaced) done += ", replaced " + std::to_string(*edited.replaced);
  if (*edited.dropped > 0)
    done += " and dropped " + std::to_string(*edited.dropped) + " from the beginning";
  return done;
}

core::Result<ToolAnswer> append_content(Call& call, FieldReader& arguments) {
  const auto addition = app::read_addition(arguments);
  const auto note = app::note_in(arguments);
  if (auto problem = arguments.problem()) return *std::move(problem);
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  app::ArtifactEdit edit{.content = addition.value(), .change = {}};
  edit.change.fields.note = note;
  const auto edited = call.app.artifact_edits.edit(call.principal, reference->artifact, edit);
  if (!edited) return without_append(edited.error());
  return answer_with(call, *edited, in_words(*edited));
}

constexpr std::array kAppendArguments{
    kArtifact,
    Argument{
        "text",
        R"({"type":"string","description":"For documents and code. It starts on a new line. Begin it with a blank line to start a new paragraph."})"},
    Argument{
        "rows",
        R"({"type":"array","description":"For tables, and charts made of records: arrays with a value for each column, or objects by column name.","items":{}})"},
    Argument{
        "labels",
        R"({"type":"array","description":"For charts, with datasets: the labels of the new points.","items":{}})"},
    Argument{
        "datasets",
        R"({"type":"array","description":"For charts: the new values of each dataset, by its label; null is a gap.","items":{"type":"object","properties":{"label":{"type":"string"},"data":{"type":"array","items":{}}},"required":["data"]}})"},
    Argument{
        "keepLast",
        R"({"type":"integer","description":"How many rows or points to keep at most. The first ones are dropped."})"},
    Argument{
        "key",
        R"({"type":"string","description":"For rows: a column. A new row replaces the one with the same value there, or else is added. For labels: label."})"},
    kNote,
    kIdempotencyKey,
};

}  // namespace

const Tool& append_tool() {
  static const Tool kTool{
      .name = "append",
      .title = "Add to what was shared",
      .description =
          "Adds to the end of what was shared, under the same links, without sending the rest "
          "again: text to a document, rows to a table, points to a chart. Give exactly one of "
          "text, rows, and labels with datasets. Calling it twice adds twice, unless both calls "
          "have the same idempotencyKey, or key says which row to replace.",
      .arguments = kAppendArguments,
      .nature = {},
      .scopes = {core::Scope::artifacts_write},
      .adds = true,
      .call = append_content,
  };
  return kTool;
}

}  // namespace handlers::mcp
