#include "client/commands/artifact_update.h"

#include "client/documents/artifact_request.h"
#include "client/documents/local_images.h"
#include "client/documents/recognition.h"
#include "client/service/answer.h"
#include "client/terminal/message.h"

namespace client {
namespace {

RequestBody request(const Document& document, Format format, const NewTexts& texts) {
  ArtifactRequest request;
  request.add("template", std::string(core::to_string(template_of(format))));
  if (texts.title) request.add("title", *texts.title);
  if (texts.description) request.add("description", *texts.description);
  return request.with(with_local_images(document, format, print_note), format);
}

core::Template template_at(ServiceClient& service, const ArtifactReference& artifact) {
  const Answer answer(service.get(artifact.path()));
  const std::string name = answer.string("template");
  const auto shown_by = core::parse_template(name);
  if (!shown_by) {
    throw Failure(ExitStatus::failure,
                  "the template " + name + " is newer than this program; upgrade it");
  }
  return *shown_by;
}

}  // namespace

std::string update_artifact(ServiceClient& service, const ArtifactReference& artifact,
                            const Document& document, std::optional<core::Template> shown_by,
                            const NewTexts& texts) {
  const Format format = shown_by ? format_for(document, *shown_by) : recognise(document);
  try {
    return service.put(artifact.path(), request(document, format, texts));
  } catch (const Refusal& refusal) {
    if (shown_by || refusal.code() != "template_immutable") throw;
  }
  const Format fitting = format_for(document, template_at(service, artifact));
  return service.put(artifact.path(), request(document, fitting, texts));
}

}  // namespace client
