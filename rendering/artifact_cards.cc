#include "rendering/artifact_cards.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "rendering/artifact_pdfs.h"
#include "templates/registry.h"

namespace rendering {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::size_t kMostRemembered = 4096;

// As much of a page as a picture can show, and of a chart all of its data.
constexpr std::size_t kBytesOfPage = std::size_t{64} * 1024;
constexpr std::size_t kBytesOfChart = std::size_t{2} << 20;

// Up to the beginning of a tag, so that no character is cut.
std::string_view beginning_of(std::string_view page, std::size_t most) {
  if (page.size() <= most) return page;
  const std::size_t tag = page.rfind('<', most);
  return page.substr(0, tag == std::string_view::npos ? 0 : tag);
}

// What the program reads first, of an artifact, or else of its kind alone.
std::string card_of(const core::Installation& installation, core::Template kind,
                    const CardArtifact* shown = nullptr, const std::string& title = {},
                    std::string_view page = {}, std::string_view picture = {}) {
  const bool has_sender = shown != nullptr && shown->sender;
  core::JsonWriter json;
  json.begin_object();
  json.member("kind", templates::definition_of(kind).noun.in(html::Language::english));
  if (has_sender) {
    json.member("sender", shown->sender->name);
    if (!shown->sender_logo.empty())
      json.member("logo", core::to_base64(core::as_bytes(shown->sender_logo)));
  } else {
    json.member("site", installation.name);
    if (const auto& logo = installation.logo)
      json.member("logo", core::to_base64(core::as_bytes(logo->data)));
  }
  if (shown != nullptr) {
    json.member("title", title);
    json.member("description", shown->description);
    json.member("html", page);
  }
  if (!picture.empty()) json.member("picture", true);
  json.end_object();
  return (json.text() + '\n').append(picture);
}

std::string title_of(const CardArtifact& shown, const std::optional<std::string>& heading) {
  const html::Message kind = templates::definition_of(shown.artifact.content_template).noun;
  return core::display_title(shown.title, heading)
      .value_or(std::string(kind.in(html::Language::english)));
}

// The picture would be kept for a version that it does not show.
Error has_changed() { return {ErrorCode::unavailable, "the artifact has changed; try again"}; }

}  // namespace

PdfFiles::Key ArtifactCards::key_of(const CardArtifact& shown) const {
  // With the time, as a database that was restored gives numbers out again.
  const core::Sender sender = shown.sender.value_or(core::Sender{});
  const std::string identity = installation_.digest + '\n' + shown.version.to_string() + '\n' +
                               std::to_string(shown.version_at.unix_milliseconds()) + '\n' +
                               std::string(core::to_string(shown.artifact.content_template)) +
                               '\n' + sender.logo_digest + '\n' + sender.name;
  return maker_.key_of(identity, shown.artifact.id.artifact);
}

bool ArtifactCards::is_made(const CardArtifact& shown) {
  const core::ArtifactId& artifact = shown.artifact.id.artifact;
  const PdfFiles::Key key = key_of(shown);
  if (const auto made = made_.find(artifact); made != made_.end() && made->second == key.document)
    return true;
  if (!maker_.has(key)) return false;
  if (made_.size() == kMostRemembered) made_.clear();
  made_.insert_or_assign(artifact, key.document);
  return true;
}

core::Result<ArtifactCards::Card> ArtifactCards::find(const CardArtifact& shown,
                                                      PdfMaker::Pace pace) {
  const ViewedArtifact& artifact = shown.artifact;
  const PdfFiles::Key key = key_of(shown);
  if (Card kept = maker_.find(key)) return kept;
  const core::Template kind = artifact.content_template;
  const PdfMaker::Owner owner{artifact.id.artifact, artifact.account.to_string()};
  const bool is_picture = templates::definition_of(kind).has_form(Form::picture);
  if (templates::definition_of(kind).has_file && !is_picture) {
    // A viewer of a picture does not wait until a PDF is generated.
    const auto pdf =
        pdfs_.find({artifact.id, artifact.revision, shown.title, artifact.account, artifact.viewer},
                   pace == PdfMaker::Pace::for_viewer ? PdfMaker::Pace::if_made : pace);
    if (!pdf) return pdf.error();
    if ((*pdf)->revision != artifact.revision) return has_changed();
    const std::string card =
        card_of(installation_, kind, &shown, title_of(shown, (*pdf)->filename));
    return maker_.make(key, card + (*pdf)->data, owner, pace, artifact.viewer);
  }
  auto page = renderer_.page(artifact);
  if (!page) return page.error();
  // Each step has a turn of its own, which must not wait for the one before.
  page->turn.reset();
  if (!page->entry || page->revision != artifact.revision) return has_changed();
  const templates::RenderedContent& content = *page->entry;
  const auto heading =
      content.first_heading ? std::optional(content.first_heading->text) : std::nullopt;
  const std::string_view html =
      beginning_of((content.has_document ? content.beginning : content.html).str(),
                   kind == core::Template::chart ? kBytesOfChart : kBytesOfPage);
  std::string_view picture;
  core::Result<Made<FormCache::Entry>> file(Made<FormCache::Entry>{});
  if (is_picture) {
    file = renderer_.form(artifact, Form::picture);
    if (!file) return file.error();
    file->turn.reset();
    if (!file->entry || file->revision != artifact.revision) return has_changed();
    picture = file->entry->text;
  }
  return maker_.make(key,
                     card_of(installation_, kind, &shown, title_of(shown, heading), html, picture),
                     owner, pace, artifact.viewer);
}

core::Result<ArtifactCards::Card> ArtifactCards::of_kind(core::Template content_template,
                                                         PdfMaker::Pace pace) {
  const std::string identity =
      installation_.digest + '\n' + std::string(core::to_string(content_template));
  const core::ArtifactId none;
  return maker_.make(maker_.key_of(identity, none), card_of(installation_, content_template),
                     {none, {}}, pace, {});
}

}  // namespace rendering
