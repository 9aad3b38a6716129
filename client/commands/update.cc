#include "client/commands/update.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/commands/options.h"
#include "client/commands/output.h"
#include "client/documents/request.h"
#include "client/service/connection.h"
#include "client/terminal/terminal.h"
#include "core/artifact.h"
#include "core/text/json_writer.h"

namespace client {

// artifact update

namespace {

struct UpdateOptions {
  std::string artifact;
  std::optional<std::string> file = std::nullopt;
  std::optional<std::string> filename = std::nullopt;
  PictureOptions picture;
  std::optional<std::string> shown_by = std::nullopt;  // --template
  UpdateFields change;
  bool prints_json = false;
  ServiceOptions service;
};

// The fields beside the content.
ArtifactRequest fields_of(const UpdateFields& change) {
  ArtifactRequest fields;
  if (change.title) fields.add("title", *change.title);
  if (change.description) fields.add("description", *change.description);
  if (change.external_id) {
    if (change.external_id->empty())
      fields.add_json("externalId", "null");
    else
      fields.add("externalId", *change.external_id);
  }
  if (change.note) fields.add("note", *change.note);
  if (change.base_version) fields.add_json("baseVersion", std::to_string(*change.base_version));
  if (!change.metadata.empty()) fields.add_json("metadata", metadata_change(change.metadata));
  return fields;
}

// The fields that change what is said of a picture.
std::vector<ArtifactRequest::Field> alt_fields(const std::string& alt) {
  core::JsonWriter json;
  json.begin_array().begin_object();
  json.member("op", "add").member("path", "/alt").member("value", alt);
  json.end_object().end_array();
  return {{"template", std::string(core::to_string(core::Template::image))},
          {"set", json.text(), true}};
}

// The content stays as it is, but for what is said of a picture.
void update_without_file(const UpdateOptions& options, const NamedArtifact& artifact) {
  const UpdateFields& change = options.change;
  const std::string& alt = options.picture.alt;
  if (options.filename || options.shown_by || options.picture.keeps_metadata)
    throw WrongUsage("--filename, --keep-metadata and --template are for a file");
  if (!change.title && !change.description && !change.external_id && change.metadata.empty() &&
      alt.empty())
    throw WrongUsage(
        "name a file, or - for standard input, or what else is to change, such as --title");
  ArtifactRequest fields = fields_of(change);
  if (!alt.empty()) fields.add(alt_fields(alt));
  ServiceClient service = connect(options.service, artifact);
  try {
    const Answer answer(service.patch(artifact.path(), fields.without_document()));
    print_warnings(answer);
    print_note("Updated.");
    print_output((options.prints_json ? answer.text() : artifact.text) + '\n');
  } catch (const Refusal& refusal) {
    if (refusal.code() != "template_immutable") throw;
    throw Failure(ExitStatus::rejected, "--alt is for a picture");
  }
}

void update(const UpdateOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  if (!options.file) return update_without_file(options, artifact);
  ServiceClient service = connect(options.service, artifact);
  Document document = read_document(*options.file);
  if (options.filename) document.name = readable_name(*options.filename);
  options.picture.apply_to(document);
  const auto wanted = options.shown_by ? core::parse_template(*options.shown_by) : std::nullopt;
  const Answer answer(update_artifact(service, artifact, document, wanted, options.change));
  print_warnings(answer);
  const auto shown_by = core::parse_template(answer.string("template"));
  if (!wanted && shown_by) note_json_as_code(document, *shown_by);
  print_note("Updated; its links show the new content, except those pinned to a version.");
  print_output((options.prints_json ? answer.text() : artifact.text) + '\n');
}

}  // namespace

void declare_update(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<UpdateOptions> command(
      app, chosen, "update", "replace what a link shows, or its title; the link stays the same",
      &update);
  UpdateOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("file", options.file,
                  "the new content; - for standard input; without it, the content stays")
      ->option_text("FILE");
  command.app()
      .add_option("--filename", options.filename, "the file name of standard input")
      ->option_text("NAME");
  declare_picture_options(command.app(), options.picture);
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
  declare_external_id_option(command.app(), options.change.external_id,
                             "a new key of your own for the artifact; '' removes it",
                             EmptyValues::allowed);
  declare_metadata_option(command.app(), options.change.metadata,
                          "a new value of the artifact's metadata, or KEY= to remove one; can be "
                          "repeated",
                          EmptyValues::allowed);
  declare_note_option(command.app(), options.change.note);
  command.app()
      .add_option("--base-version", options.change.base_version,
                  "the version that was changed; if the artifact is at another, nothing is sent")
      ->option_text("N")
      ->check(version_number());
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

namespace {

core::Template template_at(ServiceClient& service, const std::string& path) {
  const Answer answer(service.get(path));
  const std::string name = answer.string("template");
  const auto shown_by = core::parse_template(name);
  if (!shown_by) {
    throw Failure(ExitStatus::failure,
                  "the template " + name + " is newer than this program; upgrade it");
  }
  return *shown_by;
}

}  // namespace

std::string put_document(ServiceClient& service, const std::string& path, const Document& document,
                         std::optional<core::Template> shown_by,
                         const std::function<RequestBody(Format, const Report&)>& request,
                         ServiceClient::Replaces replaces) {
  const Format format = shown_by ? format_for(document, *shown_by) : recognise(document);
  // Printed only when the service has accepted this format.
  std::vector<std::string> notes;
  const auto print_notes = [&] { std::for_each(notes.begin(), notes.end(), print_note); };
  const auto collect = [&](const std::string& note) { notes.push_back(note); };
  try {
    std::string answer = service.put(path, request(format, collect), replaces);
    print_notes();
    return answer;
  } catch (const Refusal& refusal) {
    if (shown_by || refusal.code() != "template_immutable") {
      print_notes();
      throw;
    }
  }
  const Format fitting = format_replacing(document, template_at(service, path));
  return service.put(path, request(fitting, print_note), replaces);
}

std::string update_artifact(ServiceClient& service, const NamedArtifact& artifact,
                            const Document& document, std::optional<core::Template> shown_by,
                            const UpdateFields& change) {
  const auto request = [&](Format format, const Report& report) {
    ArtifactRequest fields = fields_of(change);
    fields.add("template", std::string(core::to_string(format.shown_by)));
    return fields.with(with_local_images(document, format, report), format);
  };
  try {
    return put_document(service, artifact.path(), document, shown_by, request,
                        ServiceClient::Replaces::existing);
  } catch (const Refusal& refusal) {
    if (refusal.code() != "precondition_failed") throw;
    throw Failure(ExitStatus::not_found, "there is no artifact " + artifact.text +
                                             "; `artifact share --external-id` creates one");
  }
}

// artifact watch

namespace {

// The pause between attempts while the service is unavailable; doubled each time.
constexpr std::chrono::seconds kFirstPause{5};
constexpr std::chrono::seconds kLongestPause{60};

struct WatchOptions {
  std::string file;
  std::optional<std::string> artifact = std::nullopt;  // --to
  SharingOptions sharing;
  LinkOutputOptions output;
  ServiceOptions service;
};

// The artifact that the watched file updates.
struct Target {
  NamedArtifact artifact;
  core::Template shown_by;
  std::optional<std::string> sent;  // the bytes that it shows; nothing if that is not known
};

Target share_first(ServiceClient& service, const WatchOptions& options, Document document) {
  const Format format = options.sharing.format_of(document);
  const auto password = options.sharing.link.password(false);
  const Answer answer(
      service.post("/api/artifacts/share", options.sharing.request(document, format, password)));
  if (!options.sharing.shown_by) note_json_as_code(document, format.shown_by);
  const auto generated = options.sharing.link.generates_password ? password : std::nullopt;
  hand_over({print_link(answer, generated, options.output)}, options.output);
  return {NamedArtifact::parse(answer.string("id")), format.shown_by, std::move(document.bytes)};
}

Target update_first(ServiceClient& service, const NamedArtifact& artifact,
                    const LinkOutputOptions& output, Document document) {
  const Answer answer(update_artifact(service, artifact, document, std::nullopt));
  print_warnings(answer);
  print_output((output.prints_json ? answer.text() : artifact.text) + '\n');
  if (artifact.is_link()) hand_over({artifact.text}, output);
  const core::Template shown_by =
      core::parse_template(answer.string("template")).value_or(recognise(document).shown_by);
  note_json_as_code(document, shown_by);
  return {artifact, shown_by, std::move(document.bytes)};
}

// Whether the same document may be accepted later.
bool may_pass(const Failure& failure) {
  if (failure.status() == ExitStatus::unreachable) return true;
  const auto* const refusal = dynamic_cast<const Refusal*>(&failure);
  return failure.status() == ExitStatus::limited && refusal != nullptr &&
         refusal->code() != "quota_exceeded";
}

// Sends the file. Continues if it is incomplete or the service is unavailable: then returns how
// long to wait for a change before the file is sent again. `waited` is the previous result.
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
    // The service may have received it.
    target.sent.reset();
    const auto pause = waited ? std::min(*waited * 2, kLongestPause) : kFirstPause;
    print_message(outcome + "; retrying in " + std::to_string(pause.count()) + " s");
    return pause;
  }
}

// There is no link to copy, open or draw if the artifact is named by its ID.
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
  std::optional<NamedArtifact> artifact;
  if (options.artifact) artifact = NamedArtifact::parse(*options.artifact);
  if (artifact && !artifact->is_link()) require_link(options.output);
  ServiceClient service = artifact ? connect(options.service, *artifact) : connect(options.service);
  // Created before the file is read, so that no change is missed.
  FileWatch changes(options.file);
  Document document = read_document(options.file);
  Target target = artifact ? update_first(service, *artifact, options.output, std::move(document))
                           : share_first(service, options, std::move(document));
  print_note("Watching " + options.file + "; press Ctrl-C to stop. The link stays the same.");
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
  // An existing artifact keeps its options.
  for (CLI::Option* const option : declare_sharing_options(command.app(), options.sharing))
    to->excludes(option);
  declare_link_output_options(command.app(), options.output);
  declare_service_options(command.app(), options.service);
}

namespace {

// The interval of checks without an event, as files on other machines change without one.
constexpr int kPollMilliseconds = 1000;
// A file is complete when it has not changed for this long.
constexpr std::chrono::milliseconds kSettleTime{150};

}  // namespace

FileWatch::FileWatch(const std::string& path) : path_(path), events_(inotify_init1(IN_CLOEXEC)) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  constexpr std::uint32_t kEvents =
      IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_ATTRIB;
  if (!events_.is_open() || inotify_add_watch(events_.number(), folder.c_str(), kEvents) < 0) {
    const std::error_code code(errno, std::generic_category());
    throw std::system_error(code, "cannot watch " + folder.string());
  }
  seen_ = state();
}

std::optional<FileWatch::State> FileWatch::state() const {
  struct stat found {};
  if (stat(path_.c_str(), &found) != 0) return std::nullopt;
  return State{found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

void FileWatch::wait_for_event(int milliseconds) const {
  pollfd wanted{.fd = events_.number(), .events = POLLIN, .revents = 0};
  if (poll(&wanted, 1, milliseconds) <= 0) return;
  std::array<char, 4096> ignored{};
  [[maybe_unused]] const ssize_t count = read(events_.number(), ignored.data(), ignored.size());
}

void FileWatch::wait_for_change(std::optional<std::chrono::milliseconds> longest) {
  const auto start = std::chrono::steady_clock::now();
  while (!longest || std::chrono::steady_clock::now() - start < *longest) {
    std::optional<State> now = state();
    if (now && now != seen_) {
      do {
        seen_ = now;
        // Waits a fixed time, not until there are no events: other files of the folder may change
        // all the time.
        std::this_thread::sleep_for(kSettleTime);
        now = state();
      } while (now != seen_);
      if (now) return;
    }
    wait_for_event(kPollMilliseconds);
  }
}

}  // namespace client
