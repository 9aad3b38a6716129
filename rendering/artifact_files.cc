#include "rendering/artifact_files.h"

#include <utility>

#include "rendering/artifact_pdfs.h"
#include "templates/image/image.h"
#include "templates/pdf/pdf_content.h"
#include "templates/registry.h"

namespace rendering {
namespace {

core::Error without_file() { return {core::ErrorCode::not_found, "this artifact has no file"}; }

core::Result<ArtifactFile> find_picture(ArtifactRenderer& renderer, const ViewedArtifact& artifact,
                                        const FileTitle& title) {
  auto made = renderer.form(artifact, Form::picture);
  if (!made) return made.error();
  if (!made->entry || !made->entry->exists) return without_file();
  const auto type = templates::picture_type_of(made->entry->text);
  if (!type) return without_file();
  const std::string name = core::display_title(title.title, title.first_heading).value_or("");
  return ArtifactFile{{made->entry, &made->entry->text},
                      templates::kind_of(*type).media_type,
                      templates::picture_name(name, *type),
                      std::move(made->turn)};
}

}  // namespace

core::Result<ArtifactFile> find_file(ArtifactRenderer& renderer, ArtifactPdfs& pdfs,
                                     const ViewedArtifact& artifact, const FileTitle& title) {
  const templates::TemplateDefinition& definition =
      templates::definition_of(artifact.content_template);
  if (!definition.has_file) return without_file();
  if (definition.has_form(Form::picture)) return find_picture(renderer, artifact, title);
  const auto pdf =
      pdfs.find({artifact.id, artifact.revision, title.title, artifact.account, artifact.viewer});
  if (!pdf) return pdf.error();
  return ArtifactFile{{*pdf, &(*pdf)->data},
                      "application/pdf",
                      templates::download_name((*pdf)->filename.value_or(title.title.value_or(""))),
                      nullptr};
}

}  // namespace rendering
