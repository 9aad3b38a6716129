// share
#include <algorithm>
#include <array>

#include "app/artifacts/artifact_input.h"
#include "app/sharing/share_links.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/content_argument.h"
#include "handlers/mcp/tools/all_tools.h"
#include "handlers/mcp/tools/link_arguments.h"
#include "handlers/mcp/tools/warning_text.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::JsonObject;

struct Shared {
  core::ArtifactId artifact;
  const app::CreatedShareLink& link;
  const app::NewShareLink& options;
  std::vector<core::Warning> warnings = {};
};

// Brief, as it stays in the model's context: what the model has given is not repeated.
ToolAnswer answer(const Shared& shared) {
  const std::optional<core::Timestamp>& expires_at = shared.link.link.expires_at;
  core::JsonWriter json;
  json.begin_object();
  json.member("url", shared.link.url);
  json.member("artifact", shared.artifact.to_string());
  if (expires_at) json.member("expiresAt", expires_at->rfc3339());
  if (shared.link.link.ends_by_artifact) json.member("expiresBecause", "artifact");
  core::write_warnings(json, shared.warnings);
  json.end_object();

  std::string text = shared.link.url + '\n';
  text += expires_at ? "Until " + expires_at->rfc3339() : "Never expires";
  if (shared.link.link.ends_by_artifact) text += ", when its artifact expires";
  if (shared.options.password) text += ", with the password";
  if (const auto& most = shared.options.options.max_views)
    text +=
        ", can be opened " + (*most == 1 ? std::string("once") : std::to_string(*most) + " times");
  text += '.' + warning_lines(shared.warnings);
  return {std::move(text), json.text()};
}

// Creates another link to an existing artifact.
core::Result<ToolAnswer> share_existing(Call& call, const JsonObject& arguments,
                                        const app::NewShareLink& options) {
  for (const char* const name : {"title", "description", "metadata", "externalId"}) {
    if (arguments.find(name) != nullptr) {
      return Error{ErrorCode::invalid_request,
                   "cannot be given with artifact; use update to change what exists", name};
    }
  }
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  const auto link = call.use_cases.share_links.create(call.actor, reference->artifact, options);
  if (!link) return link.error();
  return answer({reference->artifact, *link, options, link->warnings});
}

// Which artifact has the external ID already, without the API's way to change it.
Error in_words_of_share(Error error) {
  if (error.code == ErrorCode::external_id_conflict)
    error.message.resize(std::min(error.message.find("; to change it"), error.message.size()));
  return error;
}

core::Result<ToolAnswer> share(Call& call, const JsonObject& arguments) {
  const auto content = read_content_argument(arguments);
  if (!content) return content.error();
  ArtifactFields fields(arguments, *content);
  const auto options = app::read_new_share_link(fields);
  const bool has_artifact = fields.is_given("artifact");
  if (has_artifact && content->has_value()) {
    return Error{ErrorCode::invalid_request,
                 "cannot be given with content; leave one out, or use update to change the content",
                 "artifact"};
  }
  if (!has_artifact && !content->has_value()) {
    return Error{ErrorCode::invalid_request,
                 "give one of " + core::template_names(", ") +
                     " with the content, or artifact to make another link to what exists"};
  }
  if (has_artifact) {
    if (!options) return options.error();
    return share_existing(call, arguments, *options);
  }

  // Its error has those of the options too, as they are read from the same fields.
  auto artifact = app::read_new_artifact(fields);
  if (!artifact) return as_argument(artifact.error(), *content);
  if (!options) return options.error();
  if (auto refusal = refuse_without_effect(*content)) return *std::move(refusal);
  // One expiry for both, as for POST /artifacts/share.
  artifact->expiry = options->expiry.value_or(call.use_cases.share_links.usual_expiry(call.actor));
  const auto created =
      call.use_cases.share_links.create_with_artifact(call.actor, *artifact, *options);
  if (!created) return as_argument(in_words_of_share(created.error()), *content);
  std::vector<core::Warning> warnings = as_argument(created->warnings, *content);
  core::append(warnings, created->link.warnings);
  return answer({created->artifact.id, created->link, *options, std::move(warnings)});
}

constexpr const char* kMetadataSchema =
    R"({"type":"object","description":"Your own keys and values, by which find finds it again, such as {\"job\":\"nightly\"}. People do not see them.","additionalProperties":{"type":["string","number","boolean"]}})";

constexpr std::array kShareArguments{
    Argument{
        "title",
        R"({"type":"string","description":"The page's title, shown above the content and where the link is pasted."})"},
    Argument{
        "description",
        R"({"type":"string","description":"One or two sentences about the content, shown below the title."})"},
    Argument{"metadata", kMetadataSchema},
    Argument{
        "externalId",
        R"({"type":"string","description":"Your own key for it, one for each thing that you share, such as nightly-sales; update finds it by that."})"},
    Argument{
        "artifact",
        R"({"type":"string","description":"Instead of content: the id (art_…) or a link of something shared before, to make another link to it."})"},
    Argument{"expiresIn", kExpiresInSchema},
    Argument{"password", kPasswordSchema},
    Argument{"maxViews", kMaxViewsSchema},
    Argument{"allowDownload", kAllowDownloadSchema},
    Argument{"extendArtifact", kExtendArtifactSchema},
};

const std::string& share_output_schema() {
  static const std::string kSchema =
      R"({"type":"object","properties":{"url":{"type":"string","description":"The link to give to people."},"artifact":{"type":"string","description":"The id, for update, read, list_links and delete."},"expiresAt":{"type":"string","description":"When the link stops working, in UTC; absent if it never does."},"expiresBecause":{"type":"string","description":"artifact: because its artifact expires then."},"warnings":)" +
      std::string(kWarningsSchema) + R"(},"required":["url","artifact"]})";
  return kSchema;
}

}  // namespace

const Tool& share_tool() {
  static const Tool kTool{
      .name = "share",
      .title = "Share as a web page",
      .description =
          "Publishes a document, chart, table, PDF or code as a web page and returns its link, "
          "which "
          "anyone can open without an account. Give exactly one of markdown, chart, table, pdf and "
          "code. Use markdown for reports and text, chart for numbers to compare, table for rows "
          "that people sort and filter, pdf for what is to be printed, code for source files. Give "
          "the returned url to the user. To change it later under the same link, use update.",
      .takes_content = true,
      .arguments = kShareArguments,
      .output_schema = share_output_schema(),
      .nature = {},
      .scopes = {core::Scope::artifacts_share},
      .scopes_for_content = {core::Scope::artifacts_write},
      .scopes_for_extension = {core::Scope::artifacts_write},
      .adds = true,
      .call = share,
  };
  return kTool;
}

}  // namespace handlers::mcp
