#include "client/commands/options/artifact_options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <map>

#include "core/artifact/external_id.h"
#include "core/json/json_writer.h"

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

}  // namespace

void declare_artifact_argument(CLI::App& app, std::string& artifact) {
  app.add_option("artifact", artifact, "the artifact, or a link to it")
      ->option_text("ID|LINK")
      ->required();
}

void declare_external_id_option(CLI::App& app, std::optional<std::string>& id,
                                const std::string& purpose) {
  const auto problem_of = [](const std::string& text) {
    return core::ExternalId::parse(text) ? std::string() : core::invalid_external_id({}).message;
  };
  app.add_option("--external-id", id, purpose)
      ->option_text("ID")
      ->check(CLI::Validator(problem_of, ""));
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

}  // namespace client
