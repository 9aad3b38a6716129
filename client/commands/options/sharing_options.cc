#include "client/commands/options/sharing_options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <vector>

#include "client/commands/options/named_values.h"
#include "client/commands/options/time_values.h"
#include "client/terminal/message.h"
#include "client/terminal/secret_prompt.h"
#include "core/artifact/template.h"

namespace client {
namespace {

constexpr std::uint32_t kMaximumViews = 1'000'000;

}  // namespace

std::optional<core::Template> SharingOptions::wanted_template() const {
  return shown_by ? core::parse_template(*shown_by) : std::nullopt;
}

Format SharingOptions::format_of(const Document& document) const {
  const auto wanted = wanted_template();
  return wanted ? format_for(document, *wanted) : recognise(document);
}

std::optional<std::string> SharingOptions::password(bool input_is_document) const {
  if (generates_password) return generate_password();
  if (asks_for_password) return read_new_secret("Password", input_is_document);
  return std::nullopt;
}

ArtifactRequest SharingOptions::artifact_fields(const Document& document, Format format) const {
  ArtifactRequest request;
  request.add("template", std::string(core::to_string(template_of(format))));
  if (title) {
    request.add("title", *title);
  } else if (format != Format::markdown && !document.name.empty()) {
    // Markdown has a heading of its own.
    request.add("title", document.name);
  }
  if (description) request.add("description", *description);
  return request;
}

MetadataEntries SharingOptions::all_metadata(const Document& document) const {
  MetadataEntries entries;
  if (!document.name.empty()) entries.push_back("fileName=" + document.name);
  entries.insert(entries.end(), metadata.begin(), metadata.end());
  return entries;
}

std::vector<ArtifactRequest::Field> SharingOptions::link_fields(
    const std::optional<std::string>& password) const {
  std::vector<ArtifactRequest::Field> fields;
  if (expires) fields.push_back({"expiresIn", *expires});
  if (password) fields.push_back({"password", *password});
  if (maximum_views) fields.push_back({"maxViews", std::to_string(*maximum_views), true});
  if (allows_download) fields.push_back({"allowDownload", "true", true});
  return fields;
}

RequestBody SharingOptions::request(const Document& document, Format format,
                                    const std::optional<std::string>& password) const {
  ArtifactRequest request = artifact_fields(document, format);
  request.add(link_fields(password));
  if (const auto entries = all_metadata(document); !entries.empty())
    request.add_json("metadata", new_metadata(entries));
  return request.with(with_local_images(document, format, print_note), format);
}

RequestBody SharingOptions::upsert(const Document& document, Format format,
                                   const std::optional<std::string>& password,
                                   const Report& report) const {
  ArtifactRequest request = artifact_fields(document, format);
  request.add_object("share", link_fields(password));
  if (const auto entries = all_metadata(document); !entries.empty())
    request.add_json("metadata", metadata_change(entries));
  return request.with(with_local_images(document, format, report), format);
}

std::vector<CLI::Option*> declare_sharing_options(CLI::App& app, SharingOptions& options) {
  const auto others = static_cast<std::ptrdiff_t>(app.get_options().size());
  app.add_option("--template", options.shown_by,
                 "how to show it: " + core::template_names(", ") +
                     "; by default recognised by the file's extension and content")
      ->option_text("NAME")
      ->check(one_of(core::kTemplates));
  app.add_option("--title", options.title, "the title of the page")->option_text("TEXT");
  app.add_option("--description", options.description, "shown below the title")
      ->option_text("TEXT");
  declare_metadata_option(app, options.metadata,
                          "a value of the artifact's metadata, which viewers do not see; can be "
                          "repeated",
                          EmptyValues::allowed);
  app.add_option("--expires", options.expires,
                 "when the link ends, such as 1h, 30d or 2030-01-31; 7d by default")
      ->option_text("DURATION")
      ->transform(CLI::Validator(
          [](std::string& text) {
            text = with_midnight(text);
            return std::string();
          },
          ""));
  CLI::Option* const asked = app.add_flag("--password", options.asks_for_password,
                                          "require a password, prompted for without echo");
  app.add_flag("--generate-password", options.generates_password,
               "require a password that is generated and shown once")
      ->excludes(asked);
  app.add_option("--max-views", options.maximum_views, "how often the link can be opened")
      ->option_text("N")
      ->check(from_to(1, kMaximumViews));
  app.add_flag("--allow-download", options.allows_download, "let viewers download a PDF");
  const std::vector<CLI::Option*> declared = app.get_options();
  return {declared.begin() + others, declared.end()};
}

}  // namespace client
