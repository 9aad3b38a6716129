// artifact links and artifact link

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/options.h"
#include "client/commands/output.h"
#include "client/service/connection.h"
#include "client/service/service.h"
#include "client/terminal/terminal.h"

namespace client {
namespace {

struct LinksOptions {
  std::string artifact;
  std::string status;
  ListOutputOptions output{.prints_all = true};
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

std::vector<std::string> row_of_link(core::JsonValue link, bool names_artifact) {
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

void links(const LinksOptions& options) {
  const bool names_artifact = options.artifact.empty();
  const auto row = [&](core::JsonValue link) { return row_of_link(link, names_artifact); };
  if (names_artifact) {
    ServiceClient service = connect(options.service);
    print_list(service, "/api/artifacts/shares", {{"status", options.status}}, options.output,
               {"ID", "EXPIRES", "VIEWS", "PASSWORD", "NAME", "ARTIFACT", "TITLE", "LINK"}, row);
    return;
  }
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  print_list(service, artifact.path() + "/shares", {{"status", options.status}}, options.output,
             {"ID", "EXPIRES", "VIEWS", "PASSWORD", "NAME", "LINK"}, row);
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
  command.app().add_flag("--json", options.output.prints_json, "print a JSON array");
  declare_service_options(command.app(), options.service);
}

// Links of an artifact, by their IDs or URLs

namespace {

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

// The ID of the link that the artifact was named by. An expired link can be extended, so it is one
// too.
std::string id_of_link(ServiceClient& service, const NamedArtifact& artifact) {
  const auto found = find_links(service, artifact, token_in(artifact.text));
  if (found.empty())
    throw Failure(ExitStatus::not_found, "the artifact has no such link, or no longer");
  return found.front();
}

void check_link_id(const std::string& link) {
  if (!core::ShareId::parse(link))
    throw WrongUsage('"' + link + "\" is not the ID of a share link (shr_…)");
}

}  // namespace

// artifact link

namespace {

struct LinkCommandOptions {
  std::string artifact;
  std::vector<std::string> links;  // their IDs
  bool changes = false;
  std::vector<std::string> removed;  // --without
  bool extends_artifact = false;
  bool revokes = false;
  bool means_all = false;
  LinkChoices choices;
  LinkOutputOptions output;
  ServiceOptions service;
};

RequestBody link_request(const LinkCommandOptions& options,
                         const std::optional<std::string>& password) {
  ArtifactRequest request;
  request.add(options.choices.fields(password));
  for (const std::string& choice : options.removed) request.add({removal_of(choice)});
  if (options.extends_artifact) request.add_json("extendArtifact", "true");
  return request.without_document();
}

void check(const NamedArtifact& artifact, const LinkCommandOptions& options) {
  for (const std::string& link : options.links) check_link_id(link);
  if (!options.changes && !options.revokes && !options.links.empty())
    throw WrongUsage("the ID of a link is for --change or --revoke");
  if (options.changes && options.links.size() > 1) throw WrongUsage("--change is for one link");
  if (options.means_all && !options.links.empty())
    throw WrongUsage("name links, or give --all, but not both");
  const bool names_link = !options.links.empty() || !token_in(artifact.text).empty();
  if (options.changes && !names_link)
    throw WrongUsage("name the link to change: its URL, or its ID (see `artifact links`)");
  if (options.revokes && !names_link && !options.means_all)
    throw WrongUsage(
        "name the link to revoke: its URL, or its ID (see `artifact links`), or --all");
}

// Revoking a link twice does no harm.
void revoke(ServiceClient& service, const NamedArtifact& artifact,
            const LinkCommandOptions& options) {
  std::vector<std::string> links = options.links;
  if (options.means_all)
    links = find_links(service, artifact, {});
  else if (links.empty())
    links = {id_of_link(service, artifact)};
  for (const std::string& link : links) {
    const Answer answer(service.remove(artifact.path() + "/shares/" + link));
    print_output((options.output.prints_json ? answer.text() : link) + '\n');
  }
  print_note(links.size() == 1 ? "Revoked; the link no longer works."
                               : std::to_string(links.size()) + " links revoked.");
}

void link(const LinkCommandOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  check(artifact, options);
  ServiceClient service = connect(options.service, artifact);
  if (options.revokes) return revoke(service, artifact, options);
  const auto password = options.choices.password(false);
  const RequestBody body = link_request(options, password);
  if (options.changes && body.bytes == "{}")
    throw WrongUsage("say what to change, such as --expires 30d");
  std::string text;
  if (options.changes) {
    const std::string id =
        options.links.empty() ? id_of_link(service, artifact) : options.links.front();
    text = service.patch(artifact.path() + "/shares/" + id, body);
  } else {
    text = service.post(artifact.path() + "/share", body);
  }
  const Answer answer(std::move(text));
  const auto generated = options.choices.generates_password ? password : std::nullopt;
  hand_over({print_link(answer, generated, options.output)}, options.output);
}

}  // namespace

void declare_link(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<LinkCommandOptions> command(
      app, chosen, "link", "make another link to an artifact; change or revoke links", &link);
  LinkCommandOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("links", options.links, "with --change or --revoke: the ID of a link, shr_…")
      ->option_text("LINK_ID");
  CLI::Option* const revokes =
      command.app().add_flag("--revoke", options.revokes, "revoke this link, permanently");
  command.app()
      .add_flag("--all", options.means_all, "with --revoke: all links of the artifact that work")
      ->needs(revokes);
  const std::size_t others = command.app().get_options().size();
  CLI::Option* const changes = command.app().add_flag(
      "--change", options.changes, "change this link: what is not given stays as it is");
  command.app()
      .add_option("--without", options.removed,
                  "with --change: take this away from the link; can be repeated")
      ->option_text("NAME")
      ->take_all()
      ->allow_extra_args(false)
      ->check(one_of(removable_choices()))
      ->needs(changes);
  declare_link_choices(command.app(), options.choices);
  command.app().add_flag("--extend-artifact", options.extends_artifact,
                         "with --expires: keep the artifact as long as the link");
  declare_link_output_options(command.app(), options.output);
  const std::vector<CLI::Option*> declared = command.app().get_options();
  for (std::size_t i = others; i < declared.size(); ++i)
    if (!declared[i]->check_lname("json")) declared[i]->excludes(revokes);
  declare_service_options(command.app(), options.service);
}

}  // namespace client
