#include "client/commands/sharing_options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <vector>

#include "client/documents/artifact_request.h"
#include "client/documents/local_images.h"
#include "client/terminal/message.h"
#include "client/terminal/secret_prompt.h"
#include "core/artifact/template.h"
#include "core/json/json_writer.h"

namespace client {
namespace {

constexpr std::uint32_t kMaximumViews = 1'000'000;

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  names.reserve(core::kTemplates.size());
  for (const auto& [name, value] : core::kTemplates) names.emplace_back(name);
  return names;
}

}  // namespace

Format SharingOptions::format_of(const Document& document) const {
  const auto wanted = shown_by ? core::parse_template(*shown_by) : std::nullopt;
  return wanted ? format_for(document, *wanted) : recognise(document);
}

std::optional<std::string> SharingOptions::password(bool input_is_document) const {
  if (generates_password) return generate_password();
  if (asks_for_password) return read_new_secret("Password", input_is_document);
  return std::nullopt;
}

RequestBody SharingOptions::request(const Document& document, Format format,
                                    const std::optional<std::string>& password) const {
  ArtifactRequest request;
  request.add("template", std::string(core::to_string(template_of(format))));
  if (title) {
    request.add("title", *title);
  } else if (format != Format::markdown && !document.name.empty()) {
    // Markdown has a heading of its own.
    request.add("title", document.name);
  }
  if (description) request.add("description", *description);
  if (expires) request.add("expiresIn", *expires);
  if (password) request.add("password", *password);
  if (maximum_views) request.add_json("maxViews", std::to_string(*maximum_views));
  if (allows_download) request.add_json("allowDownload", "true");
  // By which the artifact is known in lists where it has no title.
  if (!document.name.empty()) {
    core::JsonWriter metadata;
    metadata.begin_object().member("fileName", document.name).end_object();
    request.add_json("metadata", metadata.text());
  }
  return request.with(with_local_images(document, format, print_note), format);
}

std::vector<CLI::Option*> declare_sharing_options(CLI::App& app, SharingOptions& options) {
  const auto others = static_cast<std::ptrdiff_t>(app.get_options().size());
  app.add_option("--template", options.shown_by,
                 "how to show it: " + core::template_names(", ") +
                     "; by default recognised by the file's extension and content")
      ->option_text("NAME")
      ->check(CLI::IsMember(template_names()).name(""));
  app.add_option("--title", options.title, "the title of the page")->option_text("TEXT");
  app.add_option("--description", options.description, "shown below the title")
      ->option_text("TEXT");
  app.add_option("--expires", options.expires,
                 "when the link ends, such as 1h or 30d; 7d by default")
      ->option_text("DURATION");
  CLI::Option* const asked = app.add_flag("--password", options.asks_for_password,
                                          "require a password, prompted for without echo");
  app.add_flag("--generate-password", options.generates_password,
               "require a password that is generated and shown once")
      ->excludes(asked);
  app.add_option("--max-views", options.maximum_views, "how often the link can be opened")
      ->option_text("N")
      ->check(CLI::Range(std::uint32_t{1}, kMaximumViews));
  app.add_flag("--allow-download", options.allows_download, "let viewers download a PDF");
  const std::vector<CLI::Option*> declared = app.get_options();
  return {declared.begin() + others, declared.end()};
}

}  // namespace client
