#include "app/artifacts/checked_artifact.h"

#include "app/artifacts/secret_gate.h"
#include "app/publishing_rules.h"
#include "templates/content.h"

namespace app {

core::ContentFacts facts_of(const templates::ContentFindings& findings) {
  core::ContentFacts facts{.first_heading = findings.first_heading, .pdf = std::nullopt};
  if (findings.makes_pdf) facts.pdf = core::PdfState{core::PdfProgress::rendering, {}};
  return facts;
}

core::Result<CheckedArtifact> check_new_artifact(const Actor& actor,
                                                 const core::NewArtifact& artifact,
                                                 db::ArtifactStore& artifacts) {
  std::vector<core::Warning> warnings;
  const auto expiry =
      choose_expiry(actor, artifact.expiry, core::Expiry::never(), artifacts, warnings);
  if (!expiry) return expiry.error();
  auto findings = templates::check_content(artifact.content_template, artifact.content);
  if (!findings) return findings.error();
  core::append(warnings, std::move(findings->warnings));
  if (auto refusal = examine_for_secrets(actor, artifact, warnings)) return *std::move(refusal);
  return CheckedArtifact{*expiry, facts_of(*findings), std::move(warnings)};
}

}  // namespace app
