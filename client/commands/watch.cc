// artifact watch
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "client/commands/artifact_update.h"
#include "client/commands/command_declaration.h"
#include "client/commands/json_note.h"
#include "client/commands/link_output.h"
#include "client/commands/options/service_options.h"
#include "client/commands/options/sharing_options.h"
#include "client/documents/file_watch.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
namespace {

// Between attempts to send what the service was not there for; doubled each time.
constexpr std::chrono::seconds kFirstPause{5};
constexpr std::chrono::seconds kLongestPause{60};

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
  std::optional<std::string> sent;  // the bytes that it shows; nothing if that is not known
};

Target share_anew(ServiceClient& service, const WatchOptions& options, Document document) {
  const Format format = options.sharing.format_of(document);
  const auto password = options.sharing.password(false);
  const Answer answer(
      service.post("/api/artifacts/share", options.sharing.request(document, format, password)));
  if (!options.sharing.shown_by) note_json_as_code(document, template_of(format));
  print_link(answer, options.sharing.generates_password ? password : std::nullopt, options.output);
  hand_over({answer.string("url")}, options.output);
  return {ArtifactReference::parse(answer.string("id")), template_of(format),
          std::move(document.bytes)};
}

Target update_first(ServiceClient& service, const ArtifactReference& artifact,
                    const LinkOutputOptions& output, Document document) {
  const Answer answer(update_artifact(service, artifact, document, std::nullopt));
  print_warnings(answer);
  print_output((output.prints_json ? answer.text() : artifact.text) + '\n');
  if (artifact.is_link()) hand_over({artifact.text}, output);
  const core::Template shown_by =
      core::parse_template(answer.string("template")).value_or(template_of(recognise(document)));
  note_json_as_code(document, shown_by);
  return {artifact, shown_by, std::move(document.bytes)};
}

// Whether the same may be accepted later, without another change of the file.
bool may_pass(const Failure& failure) {
  if (failure.status() == ExitStatus::unreachable) return true;
  const auto* const refusal = dynamic_cast<const Refusal*>(&failure);
  return failure.status() == ExitStatus::limited && refusal != nullptr &&
         refusal->code() != "quota_exceeded";
}

// A file that is not complete, or a service that is away, is no reason to stop. Returns how
// long to wait for a change before the file is sent again, if it has to be; `waited` is what this
// returned before.
std::optional<std::chrono::seconds> follow(ServiceClient& service, const WatchOptions& options,
                                           Target& target,
                                           std::optional<std::chrono::seconds> waited) {
  try {
    Document document = read_document(options.file);
    if (document.bytes == target.sent) return std::nullopt;
    const Answer answer(update_artifact(service, target.artifact, document, target.shown_by));
    print_warnings(answer);
    target.sent = std::move(document.bytes);
    print_note("Updated at " + readable_time(member_text(answer.root(), "updatedAt")) + '.');
    return std::nullopt;
  } catch (const Failure& failure) {
    if (failure.status() == ExitStatus::not_found || failure.status() == ExitStatus::not_permitted)
      throw;
    const std::string outcome =
        std::string(failure.what()) + "; the link shows the previous content";
    if (!may_pass(failure)) {
      print_message(outcome);
      return std::nullopt;
    }
    // It may have arrived.
    target.sent.reset();
    const auto pause = waited ? std::min(*waited * 2, kLongestPause) : kFirstPause;
    print_message(outcome + "; retrying in " + std::to_string(pause.count()) + " s");
    return pause;
  }
}

// An artifact that is named by its ID has no link to hand over.
void require_link(const LinkOutputOptions& output) {
  const std::array<std::pair<const char*, bool>, 4> options{{{"--copy", output.copies},
                                                             {"--open", output.opens},
                                                             {"--qr", output.draws},
                                                             {"--json", output.prints_json}}};
  for (const auto& [name, is_given] : options) {
    if (is_given)
      throw WrongUsage(std::string(name) +
                       " requires a link after --to, not the ID of an artifact");
  }
}

void watch(const WatchOptions& options) {
  if (options.file == "-") throw WrongUsage("watch takes a file");
  std::optional<ArtifactReference> artifact;
  if (options.artifact) artifact = ArtifactReference::parse(*options.artifact);
  if (artifact && !artifact->is_link()) require_link(options.output);
  ServiceClient service = artifact ? connect(options.service, *artifact) : connect(options.service);
  // From before the file is read, so that no change is missed.
  FileWatch changes(options.file);
  Document document = read_document(options.file);
  Target target = artifact ? update_first(service, *artifact, options.output, std::move(document))
                           : share_anew(service, options, std::move(document));
  print_note("Watching " + options.file + "; press Ctrl-C to stop. The link stays.");
  std::optional<std::chrono::seconds> pause;
  for (;;) {
    changes.wait_for_change(pause);
    pause = follow(service, options, target, pause);
  }
}

}  // namespace

void declare_watch(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<WatchOptions> command(
      app, chosen, "watch", "share a file, and update it whenever the file changes", &watch);
  WatchOptions& options = command.options();
  command.app().add_option("file", options.file, "the file")->option_text("FILE")->required();
  CLI::Option* const to =
      command.app()
          .add_option("--to", options.artifact, "update this artifact instead of sharing a new one")
          ->option_text("ID|LINK");
  // What is there keeps what it was shared with.
  for (CLI::Option* const option : declare_sharing_options(command.app(), options.sharing))
    to->excludes(option);
  declare_link_output_options(command.app(), options.output);
  declare_service_options(command.app(), options.service);
}

}  // namespace client
