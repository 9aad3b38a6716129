// artifact list
#include <cstdint>
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/service_options.h"
#include "client/service/answer.h"
#include "client/service/paged_list.h"
#include "client/terminal/message.h"
#include "client/terminal/text_table.h"
#include "core/artifact/template.h"
#include "core/json/json_writer.h"

namespace client {
namespace {

struct ListOptions {
  std::string shown_by;
  std::string status;
  std::size_t limit = 30;
  bool lists_all = false;
  bool prints_json = false;
  ServiceOptions service;
};

// The title, or the name of the file that it was shared from.
std::string name_of(core::JsonValue artifact) {
  std::string title = member_text(artifact, "title");
  if (!title.empty()) return title;
  const auto metadata = artifact.find("metadata");
  return metadata ? member_text(*metadata, "fileName") : std::string();
}

void list(const ListOptions& options) {
  ServiceClient service = connect(options.service);
  TextTable table({"ID", "TEMPLATE", "STATUS", "CREATED", "TITLE"});
  core::JsonWriter json;
  json.begin_array();
  const bool has_more = read_list(
      service, "/api/artifacts", {{"template", options.shown_by}, {"status", options.status}},
      options.lists_all ? SIZE_MAX : options.limit, [&](core::JsonValue artifact) {
        json.raw(artifact.text());
        table.add({member_text(artifact, "id"), member_text(artifact, "template"),
                   member_text(artifact, "status"),
                   readable_time(member_text(artifact, "createdAt")), name_of(artifact)});
        return true;
      });
  json.end_array();
  if (options.prints_json) {
    print_output(json.text() + '\n');
  } else {
    table.print();
  }
  if (has_more) print_note("There are more; see --limit and --all.");
}

}  // namespace

void declare_list(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<ListOptions> command(app, chosen, "list", "list artifacts, newest first",
                                          &list);
  ListOptions& options = command.options();
  command.app()
      .add_option("--template", options.shown_by,
                  "only those with this template: " + core::template_names(", "))
      ->option_text("NAME");
  command.app()
      .add_option("--status", options.status,
                  "only those with this status: active, expired, deleted; by default active and "
                  "expired")
      ->option_text("STATUS");
  constexpr std::size_t kMost = 1'000'000;
  command.app()
      .add_option("--limit", options.limit, "how many at most; 30 by default")
      ->option_text("N")
      ->check(CLI::Range(std::size_t{1}, kMost));
  command.app().add_flag("--all", options.lists_all, "all of them");
  command.app().add_flag("--json", options.prints_json, "print a JSON array");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
