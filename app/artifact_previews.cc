#include "app/artifact_previews.h"

#include "app/artifacts.h"
#include "templates/registry.h"

namespace app {

using core::Error;
using core::ErrorCode;
using Content = db::ArtifactStore::Content;

core::Result<ArtifactPreview> ArtifactPreviews::page(const core::Principal& principal,
                                                     const core::ArtifactId& id) {
  if (auto refusal = principal.refuse(core::Scope::artifacts_read)) return *std::move(refusal);
  auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  auto rendered = rendering_.renderer.page(
      {artifact->id, artifact->revision, artifact->content_template, artifact->account, options_});
  if (!rendered) return rendered.error();
  if (!rendered->entry) return Error{ErrorCode::not_found, "the artifact was removed"};
  return ArtifactPreview{*std::move(artifact), *std::move(rendered)};
}

core::Result<rendering::Made<rendering::RenderCache::Entry>> ArtifactPreviews::draft(
    const core::Principal& principal, core::Template content_template,
    const core::JsonTree& content) {
  if (auto refusal = principal.refuse(core::Scope::artifacts_write)) return *std::move(refusal);
  return rendering_.renderer.draft(principal.account, content_template, std::string(content.text()),
                                   options_);
}

core::Result<ArtifactText> ArtifactPreviews::text(const core::Principal& principal,
                                                  const core::ArtifactId& id,
                                                  rendering::Form form) {
  if (auto refusal = principal.refuse(core::Scope::artifacts_read)) return *std::move(refusal);
  auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  if (!templates::definition_of(artifact->content_template).has_form(form))
    return without_form(form, artifact->content_template);
  auto rendered = rendering_.renderer.form(
      {artifact->id, artifact->revision, artifact->content_template, artifact->account, options_},
      form);
  if (!rendered) return rendered.error();
  if (!rendered->entry) return Error{ErrorCode::not_found, "the artifact was removed"};
  if (!rendered->entry->exists) return without_form(form, artifact->content_template);
  return ArtifactText{*std::move(artifact), *std::move(rendered)};
}

core::Result<rendering::ArtifactFile> ArtifactPreviews::file(const core::Principal& principal,
                                                             const core::ArtifactId& id) {
  if (auto refusal = principal.refuse(core::Scope::artifacts_read)) return *std::move(refusal);
  auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  return rendering::find_file(
      rendering_.renderer, rendering_.pdfs,
      {artifact->id, artifact->revision, artifact->content_template, artifact->account},
      {artifact->title, artifact->first_heading});
}

core::Result<rendering::Made<rendering::RenderCache::Entry>> ArtifactPreviews::page(
    const core::Principal& principal, const ArtifactVersion& version) {
  if (auto refusal = principal.refuse(core::Scope::artifacts_read)) return *std::move(refusal);
  auto rendered = rendering_.renderer.page(
      {core::ContentId(version.artifact.id, version.version.number),
       version.version.created_at.unix_milliseconds(), version.artifact.content_template,
       version.artifact.account, options_});
  if (!rendered) return rendered.error();
  if (!rendered->entry) return Error{ErrorCode::not_found, "the version was removed"};
  return rendered;
}

core::Result<rendering::Made<rendering::FormCache::Entry>> ArtifactPreviews::text(
    const core::Principal& principal, const ArtifactVersion& version, rendering::Form form) {
  if (auto refusal = principal.refuse(core::Scope::artifacts_read)) return *std::move(refusal);
  const core::Artifact& artifact = version.artifact;
  if (!templates::definition_of(artifact.content_template).has_form(form))
    return without_form(form, artifact.content_template);
  auto rendered = rendering_.renderer.form({core::ContentId(artifact.id, version.version.number),
                                            version.version.created_at.unix_milliseconds(),
                                            artifact.content_template, artifact.account, options_},
                                           form);
  if (!rendered) return rendered.error();
  if (!rendered->entry) return Error{ErrorCode::not_found, "the version was removed"};
  if (!rendered->entry->exists) return without_form(form, artifact.content_template);
  return rendered;
}

core::Result<rendering::ArtifactFile> ArtifactPreviews::file(const core::Principal& principal,
                                                             const ArtifactVersion& version) {
  if (auto refusal = principal.refuse(core::Scope::artifacts_read)) return *std::move(refusal);
  const core::Artifact& artifact = version.artifact;
  return rendering::find_file(
      rendering_.renderer, rendering_.pdfs,
      {core::ContentId(artifact.id, version.version.number),
       version.version.created_at.unix_milliseconds(), artifact.content_template, artifact.account},
      {version.version.title, artifact.first_heading});
}

}  // namespace app
