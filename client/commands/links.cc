// artifact links
#include <string>
#include <vector>

#include "client/commands/command_declaration.h"
#include "client/commands/options/named_values.h"
#include "client/commands/options/service_options.h"
#include "client/service/answer.h"
#include "client/service/paged_list.h"
#include "client/terminal/message.h"
#include "client/terminal/text_table.h"
#include "core/json/json_writer.h"

namespace client {
namespace {

struct LinksOptions {
  std::string artifact;
  std::string status;
  bool prints_json = false;
  ServiceOptions service;
};

std::string views_of(core::JsonValue link) {
  const std::string most = member_text(link, "maxViews");
  return member_text(link, "viewCount") + (most.empty() ? "" : '/' + most);
}

std::string end_of(core::JsonValue link) {
  if (!member_text(link, "revokedAt").empty()) return "revoked";
  const std::string end = member_text(link, "expiresAt");
  return end.empty() ? "never" : readable_time(end);
}

std::string artifact_of(core::JsonValue link, const char* name) {
  const auto artifact = link.find("artifact");
  return artifact ? member_text(*artifact, name) : std::string();
}

std::vector<std::string> row_of(core::JsonValue link, bool names_artifact) {
  std::vector<std::string> row{member_text(link, "id"), end_of(link), views_of(link),
                               member_text(link, "hasPassword") == "true" ? "yes" : "no"};
  if (names_artifact) {
    row.push_back(artifact_of(link, "id"));
    row.push_back(artifact_of(link, "displayTitle"));
  }
  row.push_back(member_text(link, "url"));
  return row;
}

void print(ServiceClient& service, const std::string& path, TextTable table, bool names_artifact,
           const LinksOptions& options) {
  core::JsonWriter json;
  json.begin_array();
  read_list(service, path, {{"status", options.status}}, SIZE_MAX, [&](core::JsonValue link) {
    json.raw(link.text());
    table.add(row_of(link, names_artifact));
    return true;
  });
  json.end_array();
  if (options.prints_json) {
    print_output(json.text() + '\n');
  } else {
    table.print();
  }
}

void links(const LinksOptions& options) {
  if (options.artifact.empty()) {
    ServiceClient service = connect(options.service);
    print(service, "/api/artifacts/shares",
          TextTable({"ID", "EXPIRES", "VIEWS", "PASSWORD", "ARTIFACT", "TITLE", "LINK"}), true,
          options);
    return;
  }
  const auto artifact = ArtifactReference::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  print(service, artifact.path() + "/shares",
        TextTable({"ID", "EXPIRES", "VIEWS", "PASSWORD", "LINK"}), false, options);
}

}  // namespace

void declare_links(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<LinksOptions> command(
      app, chosen, "links",
      "list the links of an artifact or of all, newest first, with their views", &links);
  LinksOptions& options = command.options();
  command.app()
      .add_option("artifact", options.artifact,
                  "the artifact, or a link to it; without it, the links of all artifacts")
      ->option_text("ID|LINK");
  command.app()
      .add_option("--status", options.status,
                  "only those with this status: active, expired, revoked")
      ->option_text("STATUS")
      ->check(one_of({"active", "expired", "ended", "revoked"}));
  command.app().add_flag("--json", options.prints_json, "print a JSON array");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
