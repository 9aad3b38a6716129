// artifact list
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/options.h"
#include "client/commands/output.h"
#include "client/service/connection.h"
#include "client/service/service.h"
#include "client/terminal/terminal.h"
#include "core/artifact.h"
#include "core/lists.h"
#include "core/time.h"

namespace client {
namespace {

struct ListOptions {
  std::string shown_by;
  std::string status;
  std::string title;
  std::string text;
  MetadataEntries metadata;
  std::optional<std::string> external_id = std::nullopt;
  std::string created_after;
  std::string created_before;
  std::string updated_after;
  std::string order;
  ListOutputOptions output;
  ServiceOptions service;
};

// The title, or the first heading, or the name of the file that it was shared from.
std::string name_of(core::JsonValue artifact) {
  for (const char* const name : {"title", "displayTitle"})
    if (std::string title = member_text(artifact, name); !title.empty()) return title;
  const auto metadata = artifact.find("metadata");
  return metadata ? member_text(*metadata, "fileName") : std::string();
}

ListFilters filters_of(const ListOptions& options) {
  ListFilters filters{{"template", options.shown_by},
                      {"status", options.status},
                      {"title", options.title},
                      {"text", options.text},
                      {"externalId", options.external_id.value_or("")},
                      {"createdAfter", options.created_after},
                      {"createdBefore", options.created_before},
                      {"updatedAfter", options.updated_after},
                      {"sort", options.order}};
  for (const std::string& condition : options.metadata) {
    const auto [key, value] = key_and_value(condition);
    filters.emplace_back("metadata[" + key + ']', value);
  }
  return filters;
}

std::string complete_time(std::string& text) {
  text = with_midnight(text);
  return core::Timestamp::parse(text)
             ? ""
             : "must be a date such as 2026-01-15, or a date and time such as 2026-01-15T12:00:00Z";
}

std::vector<std::string> row_of(core::JsonValue artifact) {
  return {member_text(artifact, "id"), member_text(artifact, "template"),
          member_text(artifact, "status"), readable_time(member_text(artifact, "createdAt")),
          name_of(artifact)};
}

void list(const ListOptions& options) {
  ServiceClient service = connect(options.service);
  print_list(service, "/api/artifacts", filters_of(options), options.output,
             {"ID", "TEMPLATE", "STATUS", "CREATED", "TITLE"}, row_of);
}

}  // namespace

void declare_list(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<ListOptions> command(app, chosen, "list", "list artifacts", &list);
  ListOptions& options = command.options();
  command.app()
      .add_option("--template", options.shown_by,
                  "only those with this template: " + core::template_names(", "))
      ->option_text("NAME")
      ->check(one_of(core::kTemplates));
  command.app()
      .add_option("--status", options.status,
                  "only those with this status: active, expired, deleted; by default active and "
                  "expired")
      ->option_text("STATUS")
      ->check(one_of({"active", "expired", "deleted"}));
  command.app()
      .add_option("--title", options.title, "only those whose title has these words")
      ->option_text("WORDS");
  command.app()
      .add_option("--text", options.text,
                  "only those that have these words in their title, description or content")
      ->option_text("WORDS");
  declare_metadata_option(command.app(), options.metadata,
                          "only those whose metadata has this value; can be repeated",
                          EmptyValues::refused);
  declare_external_id_option(command.app(), options.external_id,
                             "only the one with this external ID");
  command.app()
      .add_option("--created-after", options.created_after,
                  "only those created later than this, such as 2026-01-15T12:00:00Z, or 2026-01-15 "
                  "for its midnight in UTC")
      ->option_text("TIME")
      ->transform(CLI::Validator(complete_time, ""));
  command.app()
      .add_option("--created-before", options.created_before,
                  "only those created earlier than this")
      ->option_text("TIME")
      ->transform(CLI::Validator(complete_time, ""));
  command.app()
      .add_option("--updated-after", options.updated_after,
                  "only those created or updated later than this")
      ->option_text("TIME")
      ->transform(CLI::Validator(complete_time, ""));
  command.app()
      .add_option("--sort", options.order,
                  "by what, such as title, or -viewCount for the highest first; -createdAt by "
                  "default")
      ->option_text("ORDER")
      ->check(one_of(core::kListOrders));
  declare_list_output_options(command.app(), options.output);
  declare_service_options(command.app(), options.service);
}

}  // namespace client
