#include "client/commands/artifact_update.h"

#include <algorithm>
#include <vector>

#include "client/documents/artifact_request.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
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
                         const std::function<RequestBody(Format, const Report&)>& request) {
  const Format format = shown_by ? format_for(document, *shown_by) : recognise(document);
  // They are printed once it is known that this is the format.
  std::vector<std::string> notes;
  const auto print_notes = [&] { std::for_each(notes.begin(), notes.end(), print_note); };
  const auto keep = [&](const std::string& note) { notes.push_back(note); };
  try {
    std::string answer = service.put(path, request(format, keep));
    print_notes();
    return answer;
  } catch (const Refusal& refusal) {
    if (shown_by || refusal.code() != "template_immutable") {
      print_notes();
      throw;
    }
  }
  const Format fitting = format_replacing(document, template_at(service, path));
  return service.put(path, request(fitting, print_note));
}

std::string update_artifact(ServiceClient& service, const ArtifactReference& artifact,
                            const Document& document, std::optional<core::Template> shown_by,
                            const ArtifactChange& change) {
  const auto request = [&](Format format, const Report& report) {
    ArtifactRequest fields;
    fields.add("template", std::string(core::to_string(template_of(format))));
    if (change.title) fields.add("title", *change.title);
    if (change.description) fields.add("description", *change.description);
    if (!change.metadata.empty()) fields.add_json("metadata", metadata_change(change.metadata));
    return fields.with(with_local_images(document, format, report), format);
  };
  return put_document(service, artifact.path(), document, shown_by, request);
}

}  // namespace client
