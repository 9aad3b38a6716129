// RenderedContent: an artifact's content as the middle of its page.
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
  html::Html leading_heading;     // apart, as it can stand for the page's title
  html::Html html;                // all the rest
  std::string summary;            // plain text, for where a link is unfurled
  std::vector<Heading> headings;  // in order; for the title and the table of contents
  // Assets that this content needs beside what every page has, in the order in which they are to be
  // loaded. A script whose name ends in .mjs is a module.
  std::vector<std::string_view> stylesheets;
  std::vector<std::string_view> scripts;
  bool has_file =
      false;  // the artifact is a file too, which the page offers by SharedArtifact's path
  // The page shows images of other hosts, or offers to.
  bool has_remote_images = false;
  // From where the page's script may load the document, beside the service itself; empty for none.
  std::string document_origin;

  // About what it takes in memory.
  std::size_t bytes() const {
    std::size_t sum = sizeof *this + leading_heading.size() + html.size() + summary.size() +
                      document_origin.size();
    for (const Heading& heading : headings)
      sum += sizeof heading + heading.id.size() + heading.text.size();
    return sum;
  }
};

}  // namespace templates
