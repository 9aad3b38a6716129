// artifact links

#include <string>
#include <string_view>
#include <vector>

#include "client/commands/options.h"
#include "client/service/connection.h"
#include "client/service/service.h"
#include "client/terminal/terminal.h"
#include "core/text/json_writer.h"

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
                               member_text(link, "hasPassword") == "true" ? "yes" : "no",
                               member_text(link, "name")};
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
          TextTable({"ID", "EXPIRES", "VIEWS", "PASSWORD", "NAME", "ARTIFACT", "TITLE", "LINK"}),
          true, options);
    return;
  }
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  print(service, artifact.path() + "/shares",
        TextTable({"ID", "EXPIRES", "VIEWS", "PASSWORD", "NAME", "LINK"}), false, options);
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

// artifact revoke

namespace {

struct RevokeOptions {
  std::string artifact;
  std::vector<std::string> links;
  bool revokes_all = false;
  bool prints_json = false;
  ServiceOptions service;
};

// The IDs of the links: those that work, or the one with this token, whether it works or not.
std::vector<std::string> find_links(ServiceClient& service, const NamedArtifact& artifact,
                                    std::string_view token) {
  std::vector<std::string> found;
  read_list(service, artifact.path() + "/shares", {{"status", token.empty() ? "active" : ""}},
            SIZE_MAX, [&](core::JsonValue link) {
              const bool is_wanted = token.empty() || token_in(member_text(link, "url")) == token;
              if (is_wanted) found.push_back(member_text(link, "id"));
              return token.empty() || !is_wanted;
            });
  return found;
}

std::vector<std::string> wanted_links(ServiceClient& service, const NamedArtifact& artifact,
                                      const RevokeOptions& options) {
  if (options.revokes_all) return find_links(service, artifact, {});
  if (!options.links.empty()) return options.links;
  // An expired link could be extended, so it is revoked too; revoking a link twice does no harm.
  auto found = find_links(service, artifact, token_in(artifact.text));
  if (found.empty())
    throw Failure(ExitStatus::not_found, "the artifact has no such link, or no longer");
  return found;
}

void check(const NamedArtifact& artifact, const RevokeOptions& options) {
  if (options.revokes_all && !options.links.empty())
    throw WrongUsage("name links, or revoke --all, but not both");
  if (!options.revokes_all && options.links.empty() && token_in(artifact.text).empty())
    throw WrongUsage("name a link: its URL, or its ID (see `artifact links`), or --all");
  for (const std::string& link : options.links)
    if (!core::ShareId::parse(link))
      throw WrongUsage('"' + link + "\" is not the ID of a share link (shr_…)");
}

void revoke(const RevokeOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  check(artifact, options);
  ServiceClient service = connect(options.service, artifact);
  const std::vector<std::string> links = wanted_links(service, artifact, options);
  for (const std::string& link : links) {
    const Answer answer(service.remove(artifact.path() + "/shares/" + link));
    print_output((options.prints_json ? answer.text() : link) + '\n');
  }
  print_note(links.size() == 1 ? "Revoked; the link no longer works."
                               : std::to_string(links.size()) + " links revoked.");
}

}  // namespace

void declare_revoke(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<RevokeOptions> command(app, chosen, "revoke", "revoke links, permanently",
                                            &revoke);
  RevokeOptions& options = command.options();
  command.app()
      .add_option("artifact", options.artifact, "the link to revoke, or the artifact of the links")
      ->option_text("LINK|ID")
      ->required();
  command.app()
      .add_option("links", options.links, "the IDs of links of the artifact, shr_…")
      ->option_text("LINK_ID...");
  command.app().add_flag("--all", options.revokes_all, "all links of the artifact that work");
  command.app().add_flag("--json", options.prints_json,
                         "print the responses of the service as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
