// artifact history

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "client/commands/options.h"
#include "client/commands/output.h"
#include "client/documents/content.h"
#include "client/service/connection.h"
#include "client/service/service.h"
#include "client/terminal/terminal.h"
#include "core/text/text.h"

namespace client {
namespace {

struct HistoryOptions {
  std::string artifact;
  ListOutputOptions output;
  ServiceOptions service;
};

std::string author_of(core::JsonValue version) {
  const auto author = version.find("by");
  return author ? member_text(*author, "name") : std::string();
}

// "content, title"; "erased" if what it was is gone.
std::string changes_of(core::JsonValue version) {
  std::string text;
  if (const auto changes = version.find("changed"))
    for (const core::JsonValue change : *changes)
      text += (text.empty() ? "" : ", ") + change.string();
  if (!member_text(version, "erasedAt").empty()) text += text.empty() ? "erased" : ", erased";
  return text;
}

std::vector<std::string> row_of_version(core::JsonValue version) {
  return {member_text(version, "version"),
          readable_time(member_text(version, "createdAt")),
          author_of(version),
          changes_of(version),
          member_text(version, "bytes"),
          member_text(version, "note")};
}

void history(const HistoryOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  print_list(service, artifact.path() + "/versions", {}, options.output,
             {"VERSION", "WHEN", "BY", "CHANGED", "BYTES", "NOTE"}, row_of_version);
}

}  // namespace

void declare_history(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<HistoryOptions> command(app, chosen, "history",
                                             "list the versions of an artifact", &history);
  HistoryOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  declare_list_output_options(command.app(), options.output);
  declare_service_options(command.app(), options.service);
}

// artifact diff

namespace {

struct DiffOptions {
  std::string artifact;
  std::optional<std::uint32_t> version = std::nullopt;
  std::optional<std::uint32_t> from = std::nullopt;
  bool prints_json = false;
  ServiceOptions service;
};

// Parts of addresses and of a command, so nothing but a number is taken.
std::string version_in(core::JsonValue answer, std::string_view name) {
  std::string version = member_text(answer, name);
  if (version.empty() || !std::all_of(version.begin(), version.end(), core::is_digit))
    throw Failure(ExitStatus::failure, "the service sent no number as " + std::string(name));
  return version;
}

std::string newest_version(ServiceClient& service, const NamedArtifact& artifact) {
  std::string newest;
  read_list(service, artifact.path() + "/versions", {}, 1, [&](core::JsonValue version) {
    newest = version_in(version, "version");
    return true;
  });
  return newest;
}

// A line for each, which `patch` passes over: title: "Plan" → "Report".
std::string changed_fields(core::JsonValue difference) {
  std::string lines;
  for (const char* const name : {"title", "description"}) {
    const auto field = difference.find(name);
    if (!field) continue;
    const auto text = [&](const char* side) { return std::string(field->find(side)->text()); };
    lines += std::string(name) + ": " + text("from") + " → " + text("to") + '\n';
  }
  return lines;
}

// What `artifact get` prints of the version, in a file without a name.
class VersionFile {
 public:
  VersionFile(ServiceClient& service, const NamedArtifact& artifact, const std::string& version) {
    const Answer answer(service.get(artifact.path() + "/versions/" + version));
    const auto shown_by = core::parse_template(answer.string("template"));
    const auto content = answer.root().find("content");
    const std::string text =
        shown_by && content ? document_of(*shown_by, *content) : std::string(answer.text());
    if (!file_ || std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0)
      throw Failure(ExitStatus::failure,
                    std::string("cannot write a temporary file: ") + std::strerror(errno));
  }

  std::string path() const { return "/dev/fd/" + std::to_string(fileno(file_.get())); }

 private:
  std::unique_ptr<FILE, int (*)(FILE*)> file_{std::tmpfile(), &std::fclose};
};

// As `diff -u` makes it, so that `patch` reads it.
std::string unified_difference(ServiceClient& service, const NamedArtifact& artifact,
                               const std::string& from, const std::string& to) {
  const VersionFile before(service, artifact, from);
  const VersionFile after(service, artifact, to);
  const std::string command = "diff -u -L 'version " + from + "' -L 'version " + to + "' " +
                              before.path() + ' ' + after.path();
  std::unique_ptr<FILE, int (*)(FILE*)> output{popen(command.c_str(), "r"), &pclose};
  std::string text;
  std::array<char, 65536> buffer{};
  while (output != nullptr) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), output.get());
    if (count == 0) break;
    text.append(buffer.data(), count);
  }
  constexpr int kMostOfSuccess = 1;  // 1: they differ
  const int status = output ? pclose(output.release()) : -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) > kMostOfSuccess)
    throw Failure(ExitStatus::failure, "the program diff failed; it is in diffutils");
  return text;
}

void diff(const DiffOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  const std::string version =
      options.version ? std::to_string(*options.version) : newest_version(service, artifact);
  if (version == "1" && !options.version && !options.from)
    throw Failure(ExitStatus::not_found, "there is one version only; nothing has changed since");
  const std::string path = artifact.path() + "/versions/" + version + "/diff" +
                           (options.from ? "?from=" + std::to_string(*options.from) : "");
  const Answer answer(service.get(path));
  if (options.prints_json) {
    print_output(answer.text() + '\n');
    return;
  }
  const core::JsonValue difference = answer.root();
  const std::string text = changed_fields(difference) +
                           unified_difference(service, artifact, version_in(difference, "from"),
                                              version_in(difference, "to"));
  if (text.empty()) print_note("Nothing differs.");
  print_output(isatty(STDOUT_FILENO) == 1 ? without_control_characters(text) : text);
}

}  // namespace

void declare_diff(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<DiffOptions> command(app, chosen, "diff",
                                          "print what a version of an artifact changed", &diff);
  DiffOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("version", options.version, "the version; the newest one if omitted")
      ->option_text("N")
      ->check(version_number());
  command.app()
      .add_option("--from", options.from,
                  "the version to compare it with; by default the one before")
      ->option_text("N")
      ->check(version_number());
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

// artifact erase

namespace {

struct EraseOptions {
  std::string artifact;
  std::uint32_t version = 0;
  bool is_confirmed = false;
  bool prints_json = false;
  ServiceOptions service;
};

void erase(const EraseOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  const std::string number = std::to_string(options.version);
  if (!options.is_confirmed)
    ask_before("Erase version " + number + " of " + options.artifact, "nothing was erased",
               "erasing cannot be undone; confirm it with --yes");
  ServiceClient service = connect(options.service, artifact);
  const Answer answer(service.remove(artifact.path() + "/versions/" + number));
  std::string same;
  if (const auto versions = answer.root().find("sameContent"))
    for (const core::JsonValue version : *versions)
      same += (same.empty() ? "" : ", ") + std::string(version.text());
  print_note("Version " + number + " is erased. Backups lose it when they are replaced.");
  if (!same.empty()) print_note("These versions have the same content: " + same + ".");
  print_output((options.prints_json ? answer.text() : artifact.text) + '\n');
}

}  // namespace

void declare_erase(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<EraseOptions> command(
      app, chosen, "erase", "remove what an earlier version contains, for good", &erase);
  EraseOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("version", options.version, "the version")
      ->option_text("N")
      ->required()
      ->check(version_number());
  command.app().add_flag("--yes", options.is_confirmed, "do not ask for confirmation");
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
