// artifact restore
#include <string>

#include "client/commands/command_declaration.h"
#include "client/commands/options/artifact_options.h"
#include "client/commands/options/service_options.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
namespace {

struct RestoreOptions {
  std::string artifact;
  bool prints_json = false;
  ServiceOptions service;
};

void restore(const RestoreOptions& options) {
  const auto artifact = ArtifactReference::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  const Answer answer(service.post(artifact.path() + "/restore"));
  print_note("Restored. Links that were not revoked and have not expired work again.");
  print_output((options.prints_json ? answer.text() : artifact.id.to_string()) + '\n');
}

}  // namespace

void declare_restore(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<RestoreOptions> command(app, chosen, "restore", "restore a deleted artifact",
                                             &restore);
  RestoreOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app().add_flag("--json", options.prints_json, "print the artifact as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
