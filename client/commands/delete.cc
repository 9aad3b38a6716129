// artifact delete

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/options.h"
#include "client/service/connection.h"
#include "client/terminal/terminal.h"
#include "core/text/json_writer.h"

namespace client {
namespace {

struct DeleteOptions {
  std::vector<std::string> artifacts;
  bool is_permanent = false;
  bool is_confirmed = false;
  bool prints_json = false;
  ServiceOptions service;
};

void confirm(const DeleteOptions& options) {
  if (!options.is_permanent || options.is_confirmed) return;
  const std::size_t count = options.artifacts.size();
  ask_before("Permanently delete " +
                 (count == 1 ? options.artifacts.front() : std::to_string(count) + " artifacts"),
             "nothing was deleted", "--permanent cannot be undone; confirm it with --yes");
}

void remove_one(const NamedArtifact& artifact, const DeleteOptions& options) {
  ServiceClient service = connect(options.service, artifact);
  try {
    const Answer answer(
        service.remove(artifact.path() + (options.is_permanent ? "?permanent=true" : "")));
    if (options.prints_json) print_output(answer.text() + '\n');
  } catch (const Refusal& refusal) {
    // An earlier attempt, whose response was lost, has deleted it.
    const bool is_done = options.is_permanent && refusal.may_have_taken_effect() &&
                         refusal.status() == ExitStatus::not_found;
    if (!is_done) throw;
  }
  if (!options.prints_json) print_output(artifact.id + '\n');
  print_note(options.is_permanent
                 ? "Deleted permanently."
                 : "Deleted. It can be restored for 30 days: artifact restore " + artifact.id);
}

void remove(const DeleteOptions& options) {
  std::vector<NamedArtifact> artifacts;
  for (const std::string& text : options.artifacts) artifacts.push_back(NamedArtifact::parse(text));
  confirm(options);
  for (const NamedArtifact& artifact : artifacts) remove_one(artifact, options);
}

}  // namespace

void declare_delete(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<DeleteOptions> command(app, chosen, "delete",
                                            "delete artifacts; their links stop working", &remove);
  DeleteOptions& options = command.options();
  command.app()
      .add_option("artifacts", options.artifacts, "the artifacts, or links to them")
      ->option_text("ID|LINK")
      ->required();
  command.app().add_flag("--permanent", options.is_permanent, "do not keep them for 30 days");
  command.app().add_flag("--yes", options.is_confirmed, "do not ask for confirmation");
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

// artifact restore

namespace {

struct RestoreOptions {
  std::string artifact;
  std::optional<std::uint32_t> version = std::nullopt;
  std::optional<std::string> note = std::nullopt;
  bool prints_json = false;
  ServiceOptions service;
};

void restore_version(ServiceClient& service, const NamedArtifact& artifact,
                     const RestoreOptions& options) {
  core::JsonWriter body;
  body.begin_object();
  if (options.note) body.member("note", *options.note);
  body.end_object();
  const std::string number = std::to_string(*options.version);
  const Answer answer(service.post(artifact.path() + "/versions/" + number + "/restore",
                                   {"application/json", body.text()}));
  print_note("Version " + number + " is restored as version " +
             member_text(answer.root(), "version") + "; its links show it.");
  print_output((options.prints_json ? answer.text() : artifact.text) + '\n');
}

void restore(const RestoreOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  if (options.version) return restore_version(service, artifact, options);
  const Answer answer(service.post(artifact.path() + "/restore"));
  print_note("Restored. Links that were not revoked and have not expired work again.");
  print_output((options.prints_json ? answer.text() : artifact.id) + '\n');
}

}  // namespace

void declare_restore(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<RestoreOptions> command(
      app, chosen, "restore", "restore a deleted artifact, or an earlier version", &restore);
  RestoreOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  CLI::Option* const version =
      command.app()
          .add_option("--version", options.version, "show this version again, as a new one")
          ->option_text("N")
          ->check(version_number());
  declare_note_option(command.app(), options.note)->needs(version);
  command.app().add_flag("--json", options.prints_json, "print the artifact as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
