// artifact share
#include <algorithm>
#include <string>
#include <vector>

#include <unistd.h>

#include "client/commands/command_declaration.h"
#include "client/commands/link_output.h"
#include "client/commands/service_options.h"
#include "client/commands/sharing_options.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
namespace {

struct ShareOptions {
  std::vector<std::string> files;
  std::optional<std::string> filename = std::nullopt;
  SharingOptions sharing;
  LinkOutputOptions output;
  ServiceOptions service;
};

struct Recognised {
  Document document;
  Format format;
};

// All are read before anything is shared.
std::vector<Recognised> read_documents(const ShareOptions& options,
                                       const std::vector<std::string>& files) {
  std::vector<Recognised> documents;
  for (const std::string& file : files) {
    Document document = read_document(file);
    if (options.filename) document.name = *options.filename;
    const Format format = options.sharing.format_of(document);
    documents.push_back({std::move(document), format});
  }
  return documents;
}

void share(const ShareOptions& options) {
  const std::vector<std::string> files =
      options.files.empty() ? std::vector<std::string>{"-"} : options.files;
  const auto inputs = std::count(files.begin(), files.end(), "-");
  if (inputs > 1) throw WrongUsage("standard input can be shared once only");
  if (files.size() > 1 && (options.sharing.title || options.filename))
    throw WrongUsage("--title and --filename are for one file");
  ServiceClient service = connect(options.service);
  if (inputs > 0 && isatty(STDIN_FILENO) == 1)
    print_note("Type the document, and end it with Ctrl-D.");
  const std::vector<Recognised> documents = read_documents(options, files);
  const auto password = options.sharing.password(inputs > 0);
  const auto generated = options.sharing.generates_password ? password : std::nullopt;
  std::vector<std::string> links;
  for (const auto& [document, format] : documents) {
    const Answer answer(
        service.post("/api/artifacts/share", options.sharing.request(document, format, password)));
    const std::string name = document.name.empty() ? "Standard input" : document.name;
    const std::string end = member_text(answer.root(), "expiresAt");
    print_note(name + " is shared as " + std::string(to_string(format)) +
               (end.empty() ? "; the link never expires." : " until " + readable_time(end) + '.'));
    print_link(answer, generated, options.output);
    links.push_back(answer.string("url"));
  }
  hand_over(links, options.output);
}

}  // namespace

void declare_share(CLI::App& app, Chosen& chosen) {
  CommandDeclaration<ShareOptions> command(app, chosen, "share",
                                           "share files and print their links", &share);
  ShareOptions& options = command.options();
  command.app()
      .add_option("files", options.files, "what to share; - or nothing for standard input")
      ->option_text("FILE...");
  command.app()
      .add_option("--filename", options.filename, "the file name of standard input")
      ->option_text("NAME");
  declare_sharing_options(command.app(), options.sharing);
  declare_link_output_options(command.app(), options.output);
  declare_service_options(command.app(), options.service);
}

}  // namespace client
