// RenderedContent: an artifact's content as HTML for the middle of its page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"

namespace templates {

struct Heading {
  int level = 1;
  std::string id;    // of the element, "h-…"
  std::string text;  // plain
};

struct RenderedContent {
  html::Html leading_heading;     // separate, as it can replace the page's title
  html::Html html;                // everything else
  std::string summary;            // plain text, for link previews
  std::vector<Heading> headings;  // in order; for the title and the table of contents
  // Assets that this content needs in addition to those of every page, in loading order. A script
  // whose name ends in .mjs is a module.
  std::vector<std::string_view> stylesheets;
  std::vector<std::string_view> scripts;
  // The artifact is a file too, which the page offers by SharedArtifact's path.
  bool has_file = false;
  // Not all rows of the table are in the HTML; the page offers the others by SharedArtifact's path.
  bool has_more_rows = false;
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
    std::size_t sum = sizeof *this + leading_heading.size() + html.size() + summary.size() +
                      document_origin.size();
    for (const Heading& heading : headings)
      sum += sizeof heading + heading.id.size() + heading.text.size();
    return sum;
  }
};

}  // namespace templates
