// artifact get
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "client/commands/options.h"
#include "client/commands/output.h"
#include "client/documents/content.h"
#include "client/documents/recognition.h"
#include "client/service/connection.h"
#include "client/terminal/secret_prompt.h"
#include "client/terminal/terminal.h"
#include "core/text/encodings.h"
#include "core/text/form.h"

namespace client {
namespace {

struct GetOptions {
  std::string artifact;
  std::optional<std::uint32_t> version = std::nullopt;
  std::optional<std::string> output = std::nullopt;
  bool asks_for_password = false;
  bool prints_json = false;
  ServiceOptions service;
};

std::string document_in(const Answer& answer) {
  const auto content = answer.root().find("content");
  const auto shown_by = core::parse_template(answer.string("template"));
  if (!content || !shown_by)
    throw Failure(ExitStatus::failure, "the response has no known kind of content; try --json");
  return document_of(*shown_by, *content);
}

void write_file(const std::string& path, const std::string& bytes) {
  FILE* const file = std::fopen(path.c_str(), "wbe");
  bool is_written = file != nullptr;
  if (is_written) {
    is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    is_written = std::fclose(file) == 0 && is_written;
  }
  if (!is_written)
    throw Failure(ExitStatus::failure, "cannot write " + path + ": " + std::strerror(errno));
}

// The owner can read the content whether the link works or not.
void note_link_problem(ServiceClient& service, const NamedArtifact& artifact,
                       const Answer& answer) {
  try {
    const std::string problem = link_problem(service, artifact, answer);
    if (!problem.empty()) print_note("This link does not work: " + problem + '.');
  } catch (const Refusal& refusal) {
    if (refusal.status() != ExitStatus::not_permitted) throw;
    print_note("Whether this link works is not known: the key lacks the scope artifacts:share.");
  }
}

void print_content(const GetOptions& options, const Answer& answer) {
  const std::string text = options.prints_json ? answer.text() + '\n' : document_in(answer);
  if (options.output && *options.output != "-") {
    write_file(*options.output, text);
  } else if (isatty(STDOUT_FILENO) != 1) {
    print_output(text);
  } else if (text.starts_with(core::kPdfHeader) || !templates::is_text(text)) {
    throw Failure(ExitStatus::failure,
                  "a PDF file or picture cannot be shown on a terminal; name a file with --output");
  } else {
    print_output(without_control_characters(text));
  }
}

// What somebody else's link shows, which counts as a view.
std::string read_as_viewer(ServiceClient& service, const GetOptions& options,
                           const NamedArtifact& artifact) try {
  const std::string version = options.version ? std::to_string(*options.version) : "";
  const std::string query =
      core::write_form({{"token", token_in(artifact.text)}, {"version", version}});
  std::vector<std::string> headers;
  if (options.asks_for_password)
    headers.push_back("X-Share-Password: " + core::percent_encode(read_secret("Password", false)));
  return service.get("/a/" + artifact.id + '?' + query, headers);
} catch (const Refusal& refusal) {
  if (refusal.code() != "unauthorized") throw;
  throw Failure(ExitStatus::not_permitted, options.asks_for_password
                                               ? "the password is incorrect"
                                               : "this link has a password; give --password");
}

void get(const GetOptions& options) {
  const auto artifact = NamedArtifact::parse(options.artifact);
  ServiceClient service = connect(options.service, artifact);
  const std::string version =
      options.version ? "/versions/" + std::to_string(*options.version) : std::string();
  try {
    const Answer answer(service.get(artifact.path() + version));
    print_content(options, answer);
    note_link_problem(service, artifact, answer);
  } catch (const Refusal& refusal) {
    if (refusal.code() != "forbidden" || token_in(artifact.text).empty()) throw;
    print_content(options, Answer(read_as_viewer(service, options, artifact)));
  }
}

}  // namespace

void declare_get(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<GetOptions> command(app, chosen, "get", "print the content of an artifact",
                                         &get);
  GetOptions& options = command.options();
  declare_artifact_argument(command.app(), options.artifact);
  command.app()
      .add_option("-o,--output", options.output, "write it to this file")
      ->option_text("FILE");
  command.app()
      .add_option("--version", options.version, "an earlier version; see artifact history")
      ->option_text("N")
      ->check(version_number());
  command.app().add_flag("--password", options.asks_for_password,
                         "somebody else's link has a password, prompted for without echo");
  command.app().add_flag("--json", options.prints_json,
                         "the whole artifact as JSON, with its content as it was sent");
  declare_service_options(command.app(), options.service);
}

}  // namespace client
