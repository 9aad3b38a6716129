// artifact update
#include <string>

#include "client/commands/artifact_update.h"
#include "client/commands/command_declaration.h"
#include "client/commands/options/artifact_options.h"
#include "client/commands/options/service_options.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
namespace {

struct UpdateOptions {
  std::string artifact;
  std::string file;
  std::optional<std::string> filename = std::nullopt;
  ArtifactChange change;
  bool prints_json = false;
  ServiceOptions service;
};

void update(const UpdateOptions& options) {
  const auto artifact = ArtifactReference::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  Document document = read_document(options.file);
  if (options.filename) document.name = *options.filename;
  const Answer answer(update_artifact(service, artifact, document, std::nullopt, options.change));
  print_warnings(answer);
  print_note("Updated; its links show the new content.");
  print_output((options.prints_json ? answer.text() : artifact.text) + '\n');
}

}  // namespace

void declare_update(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<UpdateOptions> command(
      app, chosen, "update", "replace what a link shows; the link stays the same", &update);
  UpdateOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("file", options.file, "the new content; - for standard input")
      ->option_text("FILE")
      ->required();
  command.app()
      .add_option("--filename", options.filename, "the file name of standard input")
      ->option_text("NAME");
  command.app()
      .add_option("--title", options.change.title, "the new title of the page")
      ->option_text("TEXT");
  command.app()
      .add_option("--description", options.change.description, "the new text below the title")
      ->option_text("TEXT");
  declare_metadata_option(command.app(), options.change.metadata,
                          "a new value of the artifact's metadata, or KEY= to remove one; can be "
                          "repeated",
                          EmptyValues::allowed);
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
