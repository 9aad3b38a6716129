// prepare_upload

#include <array>
#include <string>

#include "app/uploads.h"
#include "core/fields.h"
#include "core/text/json_writer.h"
#include "fcgi/api_gate.h"
#include "handlers/mcp/arguments.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {
namespace {

// `artifact`, which may be a link, becomes the field of the API.
std::optional<core::Error> name_artifact(const Call& call, core::FieldReader& arguments) {
  if (!arguments.is_given("artifact")) return std::nullopt;
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  core::JsonWriter id;
  id.value(reference->artifact.to_string());
  arguments.replace("artifactId", *core::JsonTree::parse(id.text()));
  return std::nullopt;
}

core::Error with_argument_names(core::Error error) {
  const auto rename = [](core::Error& one) {
    if (one.field == "artifactId") one.field = "artifact";
  };
  rename(error);
  for (core::Error& other : error.others) rename(other);
  return error;
}

core::Result<ToolAnswer> prepare_upload(Call& call, core::FieldReader& arguments) {
  if (auto problem = name_artifact(call, arguments)) return *std::move(problem);
  // The dispatcher has authenticated the caller with it.
  const core::BearerToken asker = fcgi::bearer_token_of(call.request).value();
  const auto address = call.app.uploads.prepare(call.principal, asker, arguments);
  if (!address) return with_argument_names(address.error());

  const std::size_t most = call.configuration.max_file_bytes;
  core::JsonWriter json;
  json.begin_object();
  json.member("url", address->url);
  json.member("expiresAt", address->expires_at.rfc3339());
  json.member("maxBytes", most);
  json.member("command", address->command);
  core::write_warnings(json, address->warnings);
  json.end_object();
  return ToolAnswer{"Run this now, where the file is, with the path of the file after -T:\n\n" +
                        address->command +
                        "\n\nIts output is JSON with the artifact's id and, if share was given, "
                        "the url of its link for the user, or an error that says what to correct. "
                        "The address takes one file of up to " +
                        std::to_string(most >> 20U) + " MiB, until " +
                        address->expires_at.rfc3339() +
                        ". Nothing is published before; do not give the address to anyone." +
                        warning_lines(address->warnings),
                    json.text()};
}

constexpr std::array kUploadArguments{
    Argument{
        "filename",
        R"({"type":"string","description":"The path of the file, for the command. Its extension says what it is: .md, .html, .csv, .tsv and .pdf need nothing else."})"},
    Argument{
        "template",
        R"({"type":"string","enum":["markdown","chart","table","pdf","code","html"],"description":"How the file is shown, where its extension does not say: code for source files, chart for a chart in JSON, table for rows in JSON, html for a web page, pdf for a PDF made of Markdown or HTML."})"},
    Argument{
        "mediaType",
        R"({"type":"string","description":"The type of the file, such as text/csv, where its extension does not say."})"},
    Argument{
        "artifact",
        R"({"type":"string","description":"The id (art_…) or a link of what the file is to replace, under the same link. Without it and externalId, the file becomes something new."})"},
    Argument{
        "externalId",
        R"({"type":"string","description":"Your own key for it. What has it already is replaced; otherwise something new gets it."})"},
    Argument{
        "title",
        R"({"type":"string","description":"The page's title, shown above the content and where the link is pasted."})"},
    Argument{
        "description",
        R"({"type":"string","description":"One or two sentences about the content, shown below the title."})"},
    Argument{
        "metadata",
        R"({"type":"object","description":"Your own keys and values, by which find finds it again. People do not see them.","additionalProperties":{"type":["string","number","boolean"]}})"},
    Argument{
        "expiresIn",
        R"({"type":"string","description":"How long the artifact lasts from the upload, such as 12h, 7d or 30d, or never, the default. Its links end with it at the latest."})"},
    Argument{"note", kNoteSchema},
    Argument{
        "baseVersion",
        R"({"type":"integer","minimum":1,"description":"The version that read returned, of what the file is to replace. If somebody else has changed it since, the upload changes nothing and says so."})"},
};

// The argument share, an object with what can be chosen for a link.
const std::string& share_schema() {
  static const std::string kSchema = [] {
    core::JsonWriter json;
    json.begin_object();
    json.member("type", "object")
        .member("description",
                "Give it, {} too, to get a link for the user. What is replaced keeps the link that "
                "it got in this way.");
    json.key("properties").begin_object();
    json.key("expiresIn")
        .raw(
            R"({"type":"string","description":"How long the link works, such as 12h, 7d or 30d; 7d by default."})");
    json.key("password").raw(kPasswordSchema);
    json.key("extendArtifact").raw(kExtendArtifactSchema);
    for (const Argument& option : link_arguments(LinkUse::create))
      json.key(option.name).raw(option.schema);
    json.end_object();
    json.member("additionalProperties", false);
    json.end_object();
    return json.text();
  }();
  return kSchema;
}

const std::string& upload_output_schema() {
  static const std::string kSchema =
      R"({"type":"object","properties":{"url":{"type":"string","description":"The address to send the file to with PUT, once. It is secret."},"expiresAt":{"type":"string","description":"Until when the file has to be there, in UTC."},"maxBytes":{"type":"integer"},"command":{"type":"string","description":"What to run in a shell."},"warnings":)" +
      std::string(kWarningsSchema) + R"(},"required":["url","expiresAt","maxBytes","command"]})";
  return kSchema;
}

}  // namespace

const Tool& prepare_upload_tool() {
  static const std::array kShare{Argument{"share", share_schema()}};
  static const std::vector<Argument> kArguments = together({kUploadArguments, kShare});
  static const Tool kTool{
      .name = "prepare_upload",
      .title = "Prepare the upload of a file",
      .description =
          "Gives a curl command that publishes a file from where it is, so that you need not "
          "repeat "
          "its content. Use it in place of share and update where you can run commands and the "
          "file is large or binary: a PDF, a CSV export, a long report. The command works once, "
          "within ten minutes; its output has the artifact and its link.",
      .arguments = kArguments,
      .output_schema = upload_output_schema(),
      .nature = {.is_destructive = true},
      .scopes = {core::Scope::artifacts_write},
      .scopes_for_share = {core::Scope::artifacts_share},
      .adds = true,
      .call = prepare_upload,
  };
  return kTool;
}

}  // namespace handlers::mcp
