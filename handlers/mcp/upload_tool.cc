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

const std::string& template_schema() {
  static const std::string kSchema =
      R"({"type":"string","enum":[")" + core::template_names(R"(",")") +
      R"("],"description":"How to show the file, if its extension does not tell: code for source files, chart or table for JSON, html for a web page, pdf to make one from Markdown or HTML, image for a picture."})";
  return kSchema;
}

// Who may give it has share listed too.
constexpr std::string_view kShareSchema =
    R"({"type":"object","description":"Give this, even as {}, to get a link for the user, with options as share takes them. What is replaced keeps the link that it got in this way.","properties":{"expiresIn":{"type":"string"},"password":{"type":"string"},"name":{"type":"string"},"maxViews":{"type":"integer"},"allowDownload":{"type":"boolean"}}})";

std::vector<Argument> upload_arguments() {
  return {
      {"filename",
       R"({"type":"string","description":"The path of the file, for the command. Its extension tells what it is: .md, .html, .csv, .tsv, .pdf, .png, .jpg, .gif, .webp, .avif, .svg."})"},
      {"template", template_schema()},
      {"mediaType",
       R"({"type":"string","description":"Such as text/csv, if the extension does not tell."})"},
      {"artifact",
       R"({"type":"string","description":"What the file replaces, under the same links: its id (art_… or ext:externalId) or one of its links."})"},
      {"externalId",
       R"({"type":"string","description":"Your own key for it. What has this key is replaced; if nothing has, something new gets it."})"},
      {"alt",
       R"({"type":"string","description":"What a picture shows, in a sentence or two, for those who do not see it."})"},
      {"keepMetadata", R"({"type":"boolean","description":"Keep a picture's place and camera."})"},
      kTitle,
      kDescription,
      kMetadata,
      {"expiresIn",
       R"({"type":"string","description":"How long it lasts, such as 12h or 30d; default: never. Its links end with it."})"},
      kNote,
      kBaseVersion,
      {"share", kShareSchema},
  };
}

}  // namespace

const Tool& prepare_upload_tool() {
  static const std::vector<Argument> kArguments = upload_arguments();
  static const Tool kTool{
      .name = "prepare_upload",
      .title = "Prepare the upload of a file",
      .description =
          "Returns a curl command that publishes a file from where it is, so that you need not "
          "repeat its content. Use it instead of share and update if you can run commands and the "
          "file is large or binary: a plot, a screenshot, a PDF, a CSV export, a long report. The "
          "command works once, within ten minutes. Its output has the artifact and its link.",
      .arguments = kArguments,
      .nature = {.is_destructive = true},
      .scopes = {core::Scope::artifacts_write},
      .scopes_for_share = {core::Scope::artifacts_share},
      .adds = true,
      .call = prepare_upload,
  };
  return kTool;
}

}  // namespace handlers::mcp
