// artifact links
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/options/artifact_options.h"
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

void links(const LinksOptions& options) {
  const auto artifact = ArtifactReference::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  TextTable table({"ID", "EXPIRES", "VIEWS", "PASSWORD", "LINK"});
  core::JsonWriter json;
  json.begin_array();
  read_list(service, artifact.path() + "/shares", {{"status", options.status}}, SIZE_MAX,
            [&](core::JsonValue link) {
              json.raw(link.text());
              table.add({member_text(link, "id"), end_of(link), views_of(link),
                         member_text(link, "hasPassword") == "true" ? "yes" : "no",
                         member_text(link, "url")});
              return true;
            });
  json.end_array();
  if (options.prints_json) {
    print_output(json.text() + '\n');
  } else {
    table.print();
  }
}

}  // namespace

void declare_links(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<LinksOptions> command(
      app, chosen, "links", "list the links of an artifact, newest first, with their views",
      &links);
  LinksOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("--status", options.status, "only those with this status: active, ended, revoked")
      ->option_text("STATUS")
      ->check(one_of({"active", "ended", "revoked"}));
  command.app().add_flag("--json", options.prints_json, "print a JSON array");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
