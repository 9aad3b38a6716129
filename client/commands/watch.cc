// artifact watch
#include <string>

#include "client/commands/artifact_update.h"
#include "client/commands/command_declaration.h"
#include "client/commands/link_output.h"
#include "client/commands/service_options.h"
#include "client/commands/sharing_options.h"
#include "client/documents/file_watch.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
namespace {

struct WatchOptions {
  std::string file;
  std::optional<std::string> artifact = std::nullopt;  // --to
  SharingOptions sharing;
  LinkOutputOptions output;
  ServiceOptions service;
};

// What the watched file goes to.
struct Target {
  ArtifactReference artifact;
  core::Template shown_by;
  std::string sent;  // the bytes that it shows
};

Target share_anew(ServiceClient& service, const WatchOptions& options, Document document) {
  const Format format = options.sharing.format_of(document);
  const auto password = options.sharing.password(false);
  const Answer answer(
      service.post("/api/artifacts/share", options.sharing.request(document, format, password)));
  print_link(answer, options.sharing.generates_password ? password : std::nullopt, options.output);
  hand_over({answer.string("url")}, options.output);
  return {ArtifactReference::parse(answer.string("id")), template_of(format),
          std::move(document.bytes)};
}

Target update_first(ServiceClient& service, const ArtifactReference& artifact, Document document) {
  const Answer answer(update_artifact(service, artifact, document, std::nullopt));
  print_output(artifact.text + '\n');
  const auto shown_by = core::parse_template(answer.string("template"));
  return {artifact, shown_by.value_or(template_of(recognise(document))), std::move(document.bytes)};
}

// A file that is not complete, or a service that is away, is no reason to stop.
void follow(ServiceClient& service, const WatchOptions& options, Target& target) {
  try {
    Document document = read_document(options.file);
    if (document.bytes == target.sent) return;
    const Answer answer(update_artifact(service, target.artifact, document, target.shown_by));
    print_warnings(answer);
    target.sent = std::move(document.bytes);
    print_note("Updated at " + readable_time(member_text(answer.root(), "updatedAt")) + '.');
  } catch (const Failure& failure) {
    if (failure.status() == ExitStatus::not_found || failure.status() == ExitStatus::not_permitted)
      throw;
    print_message(std::string(failure.what()) + "; the link shows the previous content");
  }
}

void watch(const WatchOptions& options) {
  if (options.file == "-") throw WrongUsage("watch takes a file");
  std::optional<ArtifactReference> artifact;
  if (options.artifact) artifact = ArtifactReference::parse(*options.artifact);
  ServiceClient service = artifact ? connect(options.service, *artifact) : connect(options.service);
  // From before the file is read, so that no change is missed.
  FileWatch changes(options.file);
  Document document = read_document(options.file);
  Target target = artifact ? update_first(service, *artifact, std::move(document))
                           : share_anew(service, options, std::move(document));
  print_note("Watching " + options.file + "; press Ctrl-C to stop. The link stays.");
  for (;;) {
    changes.wait_for_change();
    follow(service, options, target);
  }
}

}  // namespace

void declare_watch(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<WatchOptions> command(
      app, chosen, "watch", "share a file, and update it whenever the file changes", &watch);
  WatchOptions& options = command.options();
  command.app().add_option("file", options.file, "the file")->option_text("FILE")->required();
  command.app()
      .add_option("--to", options.artifact, "update this artifact instead of sharing a new one")
      ->option_text("ID|LINK");
  declare_sharing_options(command.app(), options.sharing);
  declare_link_output_options(command.app(), options.output);
  declare_service_options(command.app(), options.service);
}

}  // namespace client
