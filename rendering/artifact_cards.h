// ArtifactCards: the pictures of artifacts for link previews: sender, kind, title, description, and
// the beginning of the content. A separate, confined program draws them (pdf/draw_card.py) from the
// HTML of the page, or from the PDF.
//
// They are kept in files by version (pdf_files.h), as a version never changes. Not thread-safe, as
// its renderer is not. Everything it refers to must outlive it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/artifact.h"
#include "core/error.h"
#include "core/installation.h"
#include "core/security/cryptography.h"
#include "core/sender.h"
#include "core/version.h"
#include "rendering/artifact_renderer.h"
#include "rendering/pdf_maker.h"

namespace rendering {

class ArtifactPdfs;

struct CardArtifact {
  ViewedArtifact artifact;
  core::VersionNumber version;
  core::Timestamp version_at;
  std::optional<std::string> title;
  std::optional<std::string> description;
  std::optional<core::Sender> sender;  // where the link shows one
  std::string sender_logo = {};        // a PNG; empty if there is none
};

class ArtifactCards {
 public:
  using Card = PdfMaker::Pdf;  // a PNG

  ArtifactCards(ArtifactRenderer& renderer, ArtifactPdfs& pdfs, PdfMaker& maker,
                const core::Installation& installation)
      : renderer_(renderer), pdfs_(pdfs), maker_(maker), installation_(installation) {}

  // Errors: those of PdfMaker::make(), also unavailable if the artifact has changed meanwhile, its
  // PDF is not made yet, or it needs a turn and gets none; not_found and gone, as ArtifactPdfs
  // says.
  core::Result<Card> find(const CardArtifact& shown,
                          PdfMaker::Pace pace = PdfMaker::Pace::for_viewer);

  // The picture of a kind of artifact, with nothing of one. Errors: those of PdfMaker::make().
  core::Result<Card> of_kind(core::Template content_template,
                             PdfMaker::Pace pace = PdfMaker::Pace::for_viewer);

  // Whether find() has drawn it before. Cheap, so that each view may ask.
  bool is_made(const CardArtifact& shown);

 private:
  PdfFiles::Key key_of(const CardArtifact& shown) const;

  ArtifactRenderer& renderer_;
  ArtifactPdfs& pdfs_;
  PdfMaker& maker_;
  const core::Installation& installation_;
  // Those that are known to be drawn, so that a view needs no look at the files.
  std::map<core::ArtifactId, core::Sha256> made_;
};

}  // namespace rendering
