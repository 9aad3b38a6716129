// artifact update
#include <string>

#include "client/commands/artifact_update.h"
#include "client/commands/command_declaration.h"
#include "client/commands/json_note.h"
#include "client/commands/options/artifact_options.h"
#include "client/commands/options/named_values.h"
#include "client/commands/options/service_options.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"
#include "core/artifact/template.h"

namespace client {
namespace {

struct UpdateOptions {
  std::string artifact;
  std::string file;
  std::optional<std::string> filename = std::nullopt;
  std::optional<std::string> shown_by = std::nullopt;  // --template
  ArtifactChange change;
  bool prints_json = false;
  ServiceOptions service;
};

void update(const UpdateOptions& options) {
  const auto artifact = ArtifactReference::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  Document document = read_document(options.file);
  if (options.filename) document.name = readable_name(*options.filename);
  const auto wanted = options.shown_by ? core::parse_template(*options.shown_by) : std::nullopt;
  const Answer answer(update_artifact(service, artifact, document, wanted, options.change));
  print_warnings(answer);
  const auto shown_by = core::parse_template(answer.string("template"));
  if (!wanted && shown_by) note_json_as_code(document, *shown_by);
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
      .add_option("--template", options.shown_by,
                  "the artifact's template, for a file that is recognised as something else: " +
                      core::template_names(", "))
      ->option_text("NAME")
      ->check(one_of(core::kTemplates));
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
