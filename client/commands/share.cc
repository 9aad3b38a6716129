// artifact share
#include <algorithm>
#include <string>
#include <vector>

#include <unistd.h>

#include "client/commands/options.h"
#include "client/commands/output.h"
#include "client/commands/update.h"
#include "client/service/connection.h"
#include "client/terminal/terminal.h"

namespace client {
namespace {

struct ShareOptions {
  std::vector<std::string> files;
  std::optional<std::string> filename = std::nullopt;
  PictureOptions picture;
  std::optional<std::string> external_id = std::nullopt;
  SharingOptions sharing;
  LinkOutputOptions output;
  ServiceOptions service;
};

struct Recognised {
  Document document;
  Format format;
};

// Reads all files before it shares the first.
std::vector<Recognised> read_documents(const ShareOptions& options,
                                       const std::vector<std::string>& files) {
  std::vector<Recognised> documents;
  for (const std::string& file : files) {
    Document document = read_document(file);
    if (options.filename) document.name = readable_name(*options.filename);
    options.picture.apply_to(document);
    const Format format = options.sharing.format_of(document);
    documents.push_back({std::move(document), format});
  }
  return documents;
}

// Returns the response, which has the link, and sets `recognised` to the format that was sent.
std::string send(ServiceClient& service, const ShareOptions& options, Recognised& recognised,
                 const std::optional<std::string>& password) {
  const Document& document = recognised.document;
  if (!options.external_id) {
    return service.post("/api/artifacts/share",
                        options.sharing.request(document, recognised.format, password));
  }
  const auto upsert = [&](Format format, const Report& report) {
    recognised.format = format;
    return options.sharing.upsert(document, format, password, report);
  };
  return put_document(service, "/api/artifacts/ext:" + *options.external_id, document,
                      options.sharing.wanted_template(), upsert);
}

void share(const ShareOptions& options) {
  const std::vector<std::string> files =
      options.files.empty() ? std::vector<std::string>{"-"} : options.files;
  const auto inputs = std::count(files.begin(), files.end(), "-");
  if (inputs > 1) throw WrongUsage("standard input can be shared once only");
  if (files.size() > 1 && (options.sharing.title || options.filename || options.external_id ||
                           !options.picture.alt.empty()))
    throw WrongUsage("--title, --filename, --alt and --external-id are for one file");
  ServiceClient service = connect(options.service);
  if (inputs > 0 && isatty(STDIN_FILENO) == 1)
    print_note("Type the document, and end it with Ctrl-D.");
  std::vector<Recognised> documents = read_documents(options, files);
  const auto password = options.sharing.link.password(inputs > 0);
  const auto generated = options.sharing.link.generates_password ? password : std::nullopt;
  std::vector<std::string> links;
  for (Recognised& recognised : documents) {
    const Answer answer(send(service, options, recognised, password));
    links.push_back(url_in(answer));
    const Document& document = recognised.document;
    if (!options.sharing.shown_by) note_json_as_code(document, recognised.format.shown_by);
    const std::string name = document.name.empty() ? "Standard input" : document.name;
    const std::string end = member_text(link_in(answer), "expiresAt");
    print_note(name + " is shared as " + std::string(to_string(recognised.format)) +
               (end.empty() ? "; the link never expires." : " until " + readable_time(end) + '.'));
    print_link(answer, generated, options.output);
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
      ->option_text("FILE");
  command.app()
      .add_option("--filename", options.filename, "the file name of standard input")
      ->option_text("NAME");
  declare_picture_options(command.app(), options.picture);
  declare_external_id_option(
      command.app(), options.external_id,
      "your own key for the artifact: updates it if it exists, and keeps its link");
  declare_sharing_options(command.app(), options.sharing);
  declare_note_option(command.app(), options.sharing.note);
  declare_link_output_options(command.app(), options.output);
  declare_service_options(command.app(), options.service);
}

}  // namespace client
