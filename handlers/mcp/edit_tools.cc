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

constexpr Argument kEditNote{
    "note",
    R"({"type":"string","maxLength":200,"description":"What the change is about, on one line, for the history."})"};

constexpr std::array kEditArguments{
    kArtifact,
    Argument{
        "edits",
        R"({"type":"array","description":"For a document, code or CSV: passages to replace, in order, all or none.","items":{"type":"object","properties":{)"
        R"("find":{"type":"string","description":"The passage as it is in the text, with its line breaks; it must be there exactly once."},)"
        R"("replace":{"type":"string","description":"What is to be in its place."},)"
        R"("occurrence":{"type":"integer","minimum":1,"description":"Which one, if it is there more than once."}},)"
        R"("required":["find","replace"],"additionalProperties":false}})"},
    Argument{
        "set",
        R"({"type":"array","description":"For tables, charts and other members of the content: operations of a JSON Patch, in order, all or none.","items":{"type":"object","properties":{)"
        R"("op":{"type":"string","enum":["add","replace","remove"]},)"
        R"("path":{"type":"string","description":"A JSON Pointer within the content that read returns as JSON, such as /rows/0/1; /rows/- is the end, for add."},)"
        R"("value":{"description":"The new value, for add and replace."}},)"
        R"("required":["op","path"],"additionalProperties":false}})"},
    Argument{
        "baseVersion",
        R"({"type":"integer","minimum":1,"description":"The version that read returned. If somebody else has changed it since, nothing is changed. Not needed where what others change meanwhile does not matter."})"},
    kEditNote,
    kIdempotencyKey,
};

const std::string& edit_output_schema() {
  static const std::string kSchema =
      R"({"type":"object","properties":{"artifact":{"type":"string"},"url":)" +
      std::string(kOpenUrlSchema) +
      R"(,"version":{"type":"integer","description":"For the next update as baseVersion."},"edited":{"type":"integer"},"appended":{"type":"integer"},"replaced":{"type":"integer"},"dropped":{"type":"integer"},"warnings":)" +
      std::string(kWarningsSchema) + R"(},"required":["artifact","version"]})";
  return kSchema;
}

}  // namespace

const Tool& edit_tool() {
  static const Tool kTool{
      .name = "edit",
      .title = "Edit what was shared",
      .description =
          "Changes parts of what was shared before and leaves the rest as it is, under the same "
          "link; use it instead of update unless most of the content changes. It applies to the "
          "content as it is then, so what others change at the same time is kept.",
      .arguments = kEditArguments,
      .output_schema = edit_output_schema(),
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
        R"({"type":"string","description":"For documents and code. It begins a new line; begin it with a blank line for a new paragraph."})"},
    Argument{
        "rows",
        R"({"type":"array","description":"For tables, and charts whose data are records: arrays with a value for each column, or objects by the names of columns.","items":{}})"},
    Argument{
        "labels",
        R"({"type":"array","description":"For charts, with datasets: the labels of the new points.","items":{}})"},
    Argument{
        "datasets",
        R"({"type":"array","description":"For charts: the new values of each dataset, one for each of the labels; null is a gap.","items":{"type":"object","properties":{"label":{"type":"string","description":"Of the dataset that there is."},"data":{"type":"array","items":{}}},"required":["data"]}})"},
    Argument{
        "keepLast",
        R"({"type":"integer","minimum":1,"description":"How many rows or points there are at most afterwards; the first ones are dropped."})"},
    Argument{
        "key",
        R"({"type":"string","description":"For rows: the name of a column; a row replaces the one with the same value there, whole, or is added if there is none. With labels and datasets: label."})"},
    kEditNote,
    kIdempotencyKey,
};

}  // namespace

const Tool& append_tool() {
  static const Tool kTool{
      .name = "append",
      .title = "Add to what was shared",
      .description =
          "Adds to the end of what was shared before, under the same link, without sending the "
          "rest "
          "again: text to a document, rows to a table, points to a chart. Give exactly one of "
          "text, "
          "rows, and labels with datasets. A second call adds it a second time, unless it has the "
          "idempotencyKey of the first, or a key that tells which row it replaces.",
      .arguments = kAppendArguments,
      .output_schema = edit_output_schema(),
      .nature = {},
      .scopes = {core::Scope::artifacts_write},
      .adds = true,
      .call = append_content,
  };
  return kTool;
}

}  // namespace handlers::mcp
