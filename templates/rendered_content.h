// RenderedContent: an artifact's content as HTML for the middle of its page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/text/text.h"
#include "core/warning.h"
#include "html/html.h"
#include "html/message.h"

namespace templates {

// How much of a heading's text is stored: more than a title may have. Headings in headings would
// otherwise repeat megabytes.
inline constexpr std::size_t kMaximumHeadingBytes = 2048;

struct Heading {
  int level = 1;
  std::string id;    // of the element, "h-…"
  std::string text;  // plain, up to kMaximumHeadingBytes
};

// What a page shows of content depends on nothing else.
struct RenderingOptions {
  core::RemoteImages remote_images = core::RemoteImages::on;
  html::Language language = html::Language::english;  // of the texts that are not content
  // The beginning of share links, whose pictures are not remote.
  std::string_view public_base_url = {};

  core::RemoteImages rule_for(std::string_view image) const {
    const bool is_own = !public_base_url.empty() && image.starts_with(public_base_url) &&
                        image.substr(public_base_url.size()).starts_with("/a/");
    return is_own ? core::RemoteImages::on : remote_images;
  }

  friend auto operator<=>(const RenderingOptions&, const RenderingOptions&) = default;
};

// A picture, which the page shows below its HTML, by SharedArtifact's path.
struct ShownPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool is_opaque = false;
  std::string alt = {};  // may be empty
};

struct RenderedContent {
  html::Html leading_heading;    // separate, as it can replace the page's title
  html::Html html;               // everything else
  html::Html table_of_contents;  // empty if the content is too short for one
  std::string language;          // as a tag (RFC 5646); empty if it is not known
  // Both are short, whatever the content has.
  std::string summary;                   // plain text, for link previews
  std::optional<Heading> first_heading;  // replaces a missing title
  // Assets that this content needs in addition to those of every page, in loading order. A script
  // whose name ends in .mjs is a module.
  std::vector<std::string_view> stylesheets;
  std::vector<std::string_view> scripts;
  // The artifact is a file too, which the page offers by SharedArtifact's path.
  bool has_file = false;
  std::optional<ShownPicture> picture = {};
  // It is a document of its own, which the page shows in a frame by SharedArtifact's path, and
  // whose link's picture shows this.
  bool has_document = false;
  html::Html beginning;
  // It is a table, whose rows the page offers as CSV by SharedArtifact's path.
  bool has_rows = false;
  // Not all rows of the table are in the HTML; the page offers the others by SharedArtifact's path.
  bool has_more_rows = false;
  // There is something in it to copy and to save, and something that gains by all of the screen.
  bool can_be_copied = false;
  bool fills_screen = false;
  // The page shows or offers remote images.
  bool has_remote_images = false;
  bool has_data_images = false;  // from data: URLs
  // The document begins with its first heading, or with pictures above it.
  bool begins_with_heading = false;
  // The origin from which the page's script may load the document, besides the service; empty if
  // none.
  std::string document_origin;

  // The approximate memory usage.
  std::size_t bytes() const {
    const std::size_t heading =
        first_heading ? first_heading->id.size() + first_heading->text.size() : 0;
    return sizeof *this + leading_heading.size() + html.size() + beginning.size() +
           table_of_contents.size() + summary.size() + heading + document_origin.size() +
           (picture ? picture->alt.size() : 0);
  }
};

// The warning about content whose page would be empty.

// Whether a text consists of white space only.
inline bool has_no_text(std::string_view text) { return core::trim(text).empty(); }

inline core::Warning empty_page(std::string_view pointer) {
  return {core::WarningCode::content_empty,
          std::string(pointer) + " is empty, so its page shows nothing", std::string(pointer)};
}

// Texts for the head of a page, which repeats them, whereas those of the content may be megabytes
// long.

inline constexpr std::size_t kBytesOfSummary = 200;

// The beginning of a well-formed text that is long enough for a summary.
std::string_view beginning_for_summary(std::string_view text);

// The beginning of a well-formed text that is as long as titles of artifacts are at most.
std::string_view beginning_for_title(std::string_view text);

}  // namespace templates
