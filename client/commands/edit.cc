// artifact edit

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client/commands/options.h"
#include "client/service/connection.h"
#include "client/terminal/terminal.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "templates/documents/document_content.h"

namespace client {
namespace {

using core::JsonTree;
using core::JsonType;
using core::JsonValue;

struct EditOptions {
  std::string artifact;
  std::optional<std::string> note = std::nullopt;
  bool prints_json = false;
  ServiceOptions service;
};

Failure no_file(const std::string& doing) {
  return {ExitStatus::failure, "cannot " + doing + ": " + std::strerror(errno)};
}

// A text in a temporary file that only this user can read. It is removed with this object, unless
// it is kept.
class EditedFile {
 public:
  explicit EditedFile(const std::string& text, const std::string& ending) {
    path_ = (std::filesystem::temp_directory_path() / ("artifact-XXXXXX" + ending)).string();
    const int descriptor = mkostemps(path_.data(), static_cast<int>(ending.size()), O_CLOEXEC);
    if (descriptor < 0) throw no_file("write a temporary file");
    close(descriptor);
    std::ofstream file(path_, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw no_file("write " + path_);
  }
  EditedFile(const EditedFile&) = delete;
  EditedFile& operator=(const EditedFile&) = delete;
  ~EditedFile() {
    std::error_code ignored;
    if (!is_kept_) std::filesystem::remove(path_, ignored);
  }

  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw no_file("read " + path_);
    return text.str();
  }

  const std::string& path() const { return path_; }
  void keep() { is_kept_ = true; }

 private:
  std::string path_;
  bool is_kept_ = false;
};

// Runs $VISUAL or $EDITOR, which may have arguments, and waits for its end.
void run_editor(const std::string& path) {
  std::string command = "vi";
  for (const char* const name : {"EDITOR", "VISUAL"}) {
    const char* const editor = std::getenv(name);
    if (editor != nullptr && *editor != '\0') command = editor;
  }
  command += " \"$1\"";
  std::string shell = "sh";
  std::string option = "-c";
  std::string name = "artifact";
  std::string file = path;
  char* const arguments[] = {shell.data(), option.data(), command.data(),
                             name.data(),  file.data(),   nullptr};
  pid_t child = 0;
  if (const int problem = posix_spawnp(&child, "sh", nullptr, nullptr, arguments, environ);
      problem != 0)
    throw std::system_error(problem, std::generic_category(), "cannot run an editor");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Failure(ExitStatus::failure, "the editor failed; set EDITOR to one that works");
}

std::size_t common_beginning(std::string_view one, std::string_view other) {
  return static_cast<std::size_t>(
      std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin());
}

// A change from one text to another as one passage of whole lines, with as many lines around it as
// are needed to find it once, so that what others change elsewhere is kept. The text before must
// not be empty.
std::pair<std::string, std::string> passage(std::string_view before, std::string_view after) {
  std::size_t begin = common_beginning(before, after);
  std::size_t left = 0;  // of the same bytes at the end
  const std::size_t most = std::min(before.size(), after.size()) - begin;
  while (left < most && before[before.size() - 1 - left] == after[after.size() - 1 - left]) ++left;
  std::size_t end = before.size() - left;
  const auto to_line = [&] {
    begin = begin == 0 ? 0 : before.rfind('\n', begin - 1) + 1;  // npos + 1 is 0
    const std::size_t line_end = before.find('\n', end == 0 ? 0 : end - 1);
    end = line_end == std::string_view::npos ? before.size() : std::max(end, line_end + 1);
  };
  const auto is_found_once = [&] {
    const std::string_view found = before.substr(begin, end - begin);
    return !found.empty() && before.find(found) == begin &&
           before.find(found, begin + 1) == std::string_view::npos;
  };
  to_line();
  while (!is_found_once() && (begin > 0 || end < before.size())) {
    if (begin > 0) --begin;
    if (end < before.size()) ++end;
    to_line();
  }
  const std::size_t behind = before.size() - end;
  return {std::string(before.substr(begin, end - begin)),
          std::string(after.substr(begin, after.size() - behind - begin))};
}

std::string text_change(const std::string& before, const std::string& after) {
  core::JsonWriter json;
  json.begin_object();
  if (before.empty()) {
    json.key("append").begin_object().member("text", after).end_object();
  } else {
    const auto [find, replace] = passage(before, after);
    json.key("edits").begin_array().begin_object();
    json.member("find", find).member("replace", replace);
    json.end_object().end_array();
  }
  json.end_object();
  return json.text();
}

// The members of the content that are different, so that what others change in others is kept.
// Empty if none are.
std::string member_changes(JsonValue before, JsonValue after) {
  core::JsonWriter json;
  bool has_any = false;
  json.begin_object().key("set").begin_array();
  const auto add = [&](std::string_view op, const std::string& name,
                       std::optional<JsonValue> value) {
    has_any = true;
    json.begin_object().member("op", op).member("path", core::pointer_to(name));
    if (value) json.key("value").raw(value->text());
    json.end_object();
  };
  for (const JsonValue& member : before)
    if (!after.find(member.name())) add("remove", member.name(), std::nullopt);
  for (const JsonValue& member : after) {
    const auto old = before.find(member.name());
    if (!old || old->text() != member.text()) add(old ? "replace" : "add", member.name(), member);
  }
  json.end_array().end_object();
  return has_any ? json.text() : std::string();
}

// The body of the request; empty if nothing has changed.
std::string change_to(const std::string& text, const templates::ContentSource& source) {
  if (text == source.text) return {};
  if (!source.member.empty()) return text_change(source.text, text);
  const auto before = JsonTree::parse(std::string_view(source.text));
  const auto after = JsonTree::parse(std::string_view(text));
  if (!after)
    throw Failure(ExitStatus::failure,
                  "the content is not valid JSON: " +
                      std::string(core::reason_of_invalid_json(after.error())));
  if (!after->root().is(JsonType::object))
    throw Failure(ExitStatus::failure, "the content must be a JSON object");
  return member_changes(before->root(), after->root());
}

// The object with the note as one more member.
std::string with_note(std::string object, const std::optional<std::string>& note) {
  if (!note) return object;
  core::JsonWriter text;
  text.value(*note);
  return object.insert(object.size() - 1, ",\"note\":" + text.text());
}

std::string ending_of(core::Template shown_by, const templates::ContentSource& source) {
  if (source.member.empty()) return ".json";
  if (source.member == "csv") return ".csv";
  if (source.member == "html") return ".html";
  return shown_by == core::Template::code ? ".txt" : ".md";
}

void edit(const EditOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  const Answer before(service.get(artifact.path()));
  const auto shown_by = core::parse_template(before.string("template"));
  const auto content = before.root().find("content");
  if (!shown_by || !content)
    throw Failure(ExitStatus::failure, "the artifact is newer than this program; upgrade it");
  const templates::ContentSource source = templates::source_of(*shown_by, *content);
  if (source.is_file)
    throw Failure(ExitStatus::failure,
                  "a PDF file cannot be edited; replace it with artifact update");
  EditedFile file(source.text, ending_of(*shown_by, source));
  run_editor(file.path());
  try {
    const std::string change = change_to(file.text(), source);
    if (change.empty()) {
      print_note("Nothing was changed.");
    } else {
      const Answer answer(
          service.patch(artifact.path(), {"application/json", with_note(change, options.note)}));
      print_warnings(answer);
      print_note("Edited; its links show the new content, except those pinned to a version.");
      if (options.prints_json) print_output(answer.text() + '\n');
    }
  } catch (const Failure&) {
    file.keep();
    print_note("What you have written is in " + file.path());
    throw;
  }
  if (!options.prints_json) print_output(artifact.text + '\n');
}

}  // namespace

void declare_edit(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<EditOptions> command(
      app, chosen, "edit", "edit what a link shows in $EDITOR; the link stays the same", &edit);
  EditOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  declare_note_option(command.app(), options.note);
  command.app().add_flag("--json", options.prints_json,
                         "print the response of the service as JSON");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
