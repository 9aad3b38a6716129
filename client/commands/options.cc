#include "client/commands/options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "client/command_line.h"
#include "client/terminal/secret_prompt.h"
#include "client/terminal/terminal.h"
#include "core/artifact.h"
#include "core/ids.h"
#include "core/link_fields.h"
#include "core/text/json_writer.h"
#include "core/time.h"
#include "templates/documents/document_content.h"

namespace client {
namespace {

std::map<std::string, std::string> last_values(const MetadataEntries& entries) {
  std::map<std::string, std::string> values;
  for (const std::string& entry : entries) {
    const auto [key, value] = key_and_value(entry);
    values[key] = value;
  }
  return values;
}

constexpr const char* kGroup = "Connection options";
constexpr const char* kAuthorities = "ARTIFACT_SHARE_CA_CERT";
constexpr unsigned kLongestTimeout = 3600;
constexpr unsigned kMaximumRetries = 20;

using LinkOptionValues = std::map<std::string_view, std::string>;

constexpr std::string_view kLatest = "latest";
constexpr std::string_view kAsAccount = "account";

// Declares an option of the link, by the type of its field.

CLI::Option& declare_text(CLI::App& app, std::string_view option, std::string_view name,
                          LinkOptionValues& values, const std::string& help) {
  return *app.add_option_function<std::string>(
      std::string(option), [&values, name](const std::string& text) { values[name] = text; }, help);
}

void declare(CLI::App& app, const core::LinkField<bool>& field, LinkOptionValues& values) {
  app.add_flag_callback(
      std::string(field.option), [&values, name = field.name] { values[name] = "true"; },
      std::string(field.help));
}

void declare(CLI::App& app, const core::LinkField<std::optional<core::DisplayName>>& field,
             LinkOptionValues& values) {
  declare_text(app, field.option, field.name, values, std::string(field.help)).option_text("TEXT");
}

void declare(CLI::App& app, const core::LinkField<std::optional<int>>& field,
             LinkOptionValues& values) {
  declare_text(app, field.option, field.name, values, std::string(field.help))
      .option_text("N")
      ->check(from_to(1, static_cast<std::uint64_t>(field.most)));
}

void declare(CLI::App& app, const core::LinkField<std::optional<core::VersionNumber>>& field,
             LinkOptionValues& values) {
  declare_text(app, field.option, field.name, values, std::string(field.help))
      .option_text("VERSION")
      ->check(CLI::Validator(
          [](const std::string& text) {
            return text == kLatest || core::VersionNumber::parse(text)
                       ? std::string()
                       : "must be latest or the number of a version";
          },
          ""));
}

void declare(CLI::App& app, const core::LinkField<std::optional<bool>>& field,
             LinkOptionValues& values) {
  declare_text(app, field.option, field.name, values,
               std::string(field.help) + ": yes, no, or as its settings say (account)")
      .option_text("WORD")
      ->check(CLI::IsMember({"yes", "no", "account"}));
}

template <typename Enum>
CLI::IsMember is_word_of() {
  std::vector<std::string> words(core::kWords<Enum>.size());
  std::transform(core::kWords<Enum>.begin(), core::kWords<Enum>.end(), words.begin(),
                 [](const core::Word<Enum>& word) { return std::string(word.text); });
  return CLI::IsMember(words);
}

template <typename Enum>
requires std::is_enum_v<Enum>
void declare(CLI::App& app, const core::LinkField<Enum>& field, LinkOptionValues& values) {
  const core::LinkOptions usual;
  declare_text(
      app, field.option, field.name, values,
      std::string(field.help) + "; default: " + std::string(core::word_of(usual.*field.member)))
      .option_text("WORD")
      ->check(is_word_of<Enum>());
}

template <typename Enum>
void declare(CLI::App& app, const core::LinkField<std::optional<Enum>>& field,
             LinkOptionValues& values) {
  declare_text(app, field.option, field.name, values, std::string(field.help))
      .option_text("WORD")
      ->check(is_word_of<Enum>());
}

// The name of an option without its dashes.
std::string bare_name(std::string_view option) { return std::string(option.substr(2)); }

// Whether a change can take it away; anything else has a word for what is usual.
template <typename Value>
constexpr bool kIsRemovable =
    std::is_same_v<Value, bool> || std::is_same_v<Value, std::optional<int>> ||
    std::is_same_v<Value, std::optional<core::DisplayName>>;

constexpr std::string_view kPassword = "password";

// The value of a field in JSON.
template <typename Value>
ArtifactRequest::Field as_json(const core::LinkField<Value>& field, const std::string& given) {
  const std::string name(field.name);
  if constexpr (std::is_same_v<Value, std::optional<bool>>)
    return {name, given == kAsAccount ? "null" : given == "yes" ? "true" : "false", true};
  if constexpr (std::is_same_v<Value, std::optional<core::VersionNumber>>)
    return {name, given, given != kLatest};
  return {name, given, std::is_same_v<Value, bool> || std::is_same_v<Value, std::optional<int>>};
}

}  // namespace

void declare_artifact_argument(CLI::App& app, std::string& artifact) {
  app.add_option("artifact", artifact,
                 "the artifact (art_…, or ext: and its external ID), or a link to it")
      ->option_text("ID|LINK")
      ->required();
}

void declare_external_id_option(CLI::App& app, std::optional<std::string>& id,
                                const std::string& purpose, EmptyValues empty_values) {
  const auto problem_of = [empty_values](const std::string& text) {
    const bool is_valid = text.empty() ? empty_values == EmptyValues::allowed
                                       : core::ExternalId::parse(text).has_value();
    return is_valid ? std::string() : core::invalid_external_id({}).message;
  };
  app.add_option("--external-id", id, purpose)
      ->option_text("ID")
      ->check(CLI::Validator(problem_of, ""));
}

void declare_picture_options(CLI::App& app, PictureOptions& options) {
  app.add_option("--alt", options.alt, "what a picture shows, for those who do not see it")
      ->option_text("TEXT");
  app.add_flag("--keep-metadata", options.keeps_metadata,
               "keep what a picture says of its place, its camera and its author");
}

void declare_metadata_option(CLI::App& app, MetadataEntries& entries, const std::string& purpose,
                             EmptyValues empty_values) {
  const auto problem_of = [empty_values](const std::string& entry) -> std::string {
    const std::size_t end = entry.find('=');
    const bool is_valid = end != std::string::npos && end > 0 &&
                          (empty_values == EmptyValues::allowed || end + 1 < entry.size());
    return is_valid ? "" : "must be KEY=VALUE, such as job=nightly";
  };
  app.add_option("--metadata", entries, purpose)
      ->option_text("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false)
      ->check(CLI::Validator(problem_of, ""));
}

std::pair<std::string, std::string> key_and_value(std::string_view entry) {
  const std::size_t end = entry.find('=');
  return {std::string(entry.substr(0, end)), std::string(entry.substr(end + 1))};
}

std::string metadata_change(const MetadataEntries& entries) {
  core::JsonWriter json;
  json.begin_object();
  for (const auto& [key, value] : last_values(entries)) {
    json.key(key);
    if (value.empty()) {
      json.null();
    } else {
      json.value(value);
    }
  }
  json.end_object();
  return json.text();
}

std::string new_metadata(const MetadataEntries& entries) {
  core::JsonWriter json;
  json.begin_object();
  for (const auto& [key, value] : last_values(entries))
    if (!value.empty()) json.member(key, value);
  json.end_object();
  return json.text();
}

CLI::Validator one_of(std::vector<std::string> words) {
  const auto problem_of = [words = std::move(words)](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    std::string names;
    for (const std::string& word : words) names += (names.empty() ? "" : ", ") + word;
    return "must be one of " + names;
  };
  return {problem_of, ""};
}

CLI::Validator from_to(std::uint64_t least, std::uint64_t most) {
  const auto problem_of = [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, number);
    const bool is_number = problem == std::errc() && rest == end;
    if (is_number && number >= least && number <= most) return {};
    return "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  };
  return {problem_of, ""};
}

CLI::Validator version_number() {
  constexpr std::uint64_t kMaximum = 2'147'483'647;
  return from_to(1, kMaximum);
}

CLI::Option* declare_note_option(CLI::App& app, std::optional<std::string>& note) {
  return app.add_option("--note", note, "what the history says about this change, on one line")
      ->option_text("TEXT");
}

void ask_before(const std::string& what, const std::string& otherwise,
                const std::string& elsewhere) {
  if (isatty(STDIN_FILENO) != 1) throw WrongUsage(elsewhere);
  std::fprintf(stderr, "%s? This cannot be undone. [y/N] ", what.c_str());
  const int answer = std::getchar();
  if (answer != 'y' && answer != 'Y') throw Failure(ExitStatus::failure, otherwise);
}

CallOptions ServiceOptions::call_options() const {
  std::optional<std::string> authorities = ca_certificates;
  const char* const of_environment = std::getenv(kAuthorities);
  if (!authorities && of_environment != nullptr && *of_environment != '\0')
    authorities = of_environment;
  return {.connection = {.ca_certificates = authorities,
                         .timeout = std::chrono::seconds(timeout_seconds)},
          .retries = retries};
}

void declare_service_options(CLI::App& app, ServiceOptions& options) {
  app.add_option("--host", options.host, "the service, https://HOST, if there are several")
      ->option_text("URL")
      ->group(kGroup);
  declare_connection_options(app, options);
}

void declare_connection_options(CLI::App& app, ServiceOptions& options) {
  app.add_option("--ca-cert", options.ca_certificates,
                 "trust the certificate authorities in this file (PEM) instead of the system's")
      ->option_text("FILE")
      ->check(CLI::ExistingFile)
      ->group(kGroup);
  app.add_option("--timeout", options.timeout_seconds,
                 "how long to wait while nothing is sent or received; default: 60")
      ->option_text("SECONDS")
      ->check(from_to(1, kLongestTimeout))
      ->group(kGroup);
  app.add_option("--retries", options.retries, "how often to retry temporary failures; default: 4")
      ->option_text("N")
      ->check(from_to(0, kMaximumRetries))
      ->group(kGroup);
}

ServiceClient connect(const ServiceOptions& options) {
  return {choose_host({.host = options.host}), options.call_options()};
}

ServiceClient connect(const ServiceOptions& options, const NamedArtifact& artifact) {
  return {choose_host({.host = options.host, .of_link = artifact.service}), options.call_options()};
}

std::optional<core::Template> SharingOptions::wanted_template() const {
  return shown_by ? core::parse_template(*shown_by) : std::nullopt;
}

Format SharingOptions::format_of(const Document& document) const {
  const auto wanted = wanted_template();
  return wanted ? format_for(document, *wanted) : recognise(document);
}

std::optional<std::string> LinkChoices::password(bool input_is_document) const {
  if (generates_password) return generate_password();
  if (asks_for_password) return read_new_secret("Password", input_is_document);
  return std::nullopt;
}

ArtifactRequest SharingOptions::artifact_fields(const Document& document, Format format) const {
  ArtifactRequest request;
  request.add("template", std::string(core::to_string(format.shown_by)));
  if (title) {
    request.add("title", *title);
  } else if (!document.name.empty() && !templates::has_own_title(document, format)) {
    request.add("title", document.name);
  }
  if (description) request.add("description", *description);
  if (note) request.add("note", *note);
  return request;
}

MetadataEntries SharingOptions::all_metadata(const Document& document) const {
  MetadataEntries entries;
  if (!document.name.empty()) entries.push_back("fileName=" + document.name);
  entries.insert(entries.end(), metadata.begin(), metadata.end());
  return entries;
}

std::vector<ArtifactRequest::Field> LinkChoices::fields(
    const std::optional<std::string>& password) const {
  std::vector<ArtifactRequest::Field> fields;
  if (expires) fields.push_back({"expiresIn", *expires});
  if (password) fields.push_back({std::string(kPassword), *password});
  core::for_each_link_field([&](const auto& field) {
    const auto given = options.find(field.name);
    if (given != options.end()) fields.push_back(as_json(field, given->second));
  });
  return fields;
}

std::vector<std::string> removable_choices() {
  std::vector<std::string> names{std::string(kPassword)};
  core::for_each_link_field([&]<typename Value>(const core::LinkField<Value>& field) {
    if (kIsRemovable<Value>) names.push_back(bare_name(field.option));
  });
  return names;
}

ArtifactRequest::Field removal_of(const std::string& choice) {
  ArtifactRequest::Field removal{choice, "null", true};
  core::for_each_link_field([&]<typename Value>(const core::LinkField<Value>& field) {
    if (kIsRemovable<Value> && bare_name(field.option) == choice)
      removal = {std::string(field.name), std::is_same_v<Value, bool> ? "false" : "null", true};
  });
  return removal;
}

RequestBody SharingOptions::request(const Document& document, Format format,
                                    const std::optional<std::string>& password) const {
  ArtifactRequest request = artifact_fields(document, format);
  request.add_object("share", link.fields(password));
  if (const auto entries = all_metadata(document); !entries.empty())
    request.add_json("metadata", new_metadata(entries));
  return request.with(with_local_images(document, format, print_note), format);
}

RequestBody SharingOptions::upsert(const Document& document, Format format,
                                   const std::optional<std::string>& password,
                                   const Report& report) const {
  ArtifactRequest request = artifact_fields(document, format);
  request.add_object("share", link.fields(password));
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
  declare_link_choices(app, options.link);
  const std::vector<CLI::Option*> declared = app.get_options();
  return {declared.begin() + others, declared.end()};
}

void declare_link_choices(CLI::App& app, LinkChoices& choices) {
  app.add_option("--expires", choices.expires,
                 "when the link expires, such as 1h, 30d or 2030-01-31; default: 7d")
      ->option_text("DURATION")
      ->transform(CLI::Validator(
          [](std::string& text) {
            text = with_midnight(text);
            return std::string();
          },
          ""));
  CLI::Option* const asked = app.add_flag("--password", choices.asks_for_password,
                                          "require a password, prompted for without echo");
  app.add_flag("--generate-password", choices.generates_password,
               "require a password that is generated and shown once")
      ->excludes(asked);
  core::for_each_link_field([&](const auto& field) {
    if (!field.option.empty()) declare(app, field, choices.options);
  });
}

std::string with_midnight(const std::string& text) {
  std::string midnight = text + "T00:00:00Z";
  return core::Timestamp::parse(midnight) ? midnight : text;
}

}  // namespace client
