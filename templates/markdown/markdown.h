// Markdown: GitHub-flavoured Markdown to HTML, by md4c's parser and a renderer of our own.
//
// The source is untrusted. Raw HTML in it is shown as text, links and images go where url.h lets
// them, and everything else is escaped by Html. Whatever the source is, the work is bounded: past
// the bounds (size, nesting, width of tables, length of the result) the source itself is shown as
// plain text, with a note.
#pragma once

#include <string>
#include <vector>

#include "core/artifact/remote_images.h"
#include "html/html.h"
#include "templates/rendered_content.h"

namespace templates {

struct RenderedMarkdown {
  html::Html leading_heading;  // the first-level heading that the document begins with, if it does
  html::Html html;             // the rest
  bool has_code = false;       // blocks of code that name a language
  bool has_formulas = false;
  bool has_diagrams = false;       // blocks of code in Mermaid's language
  bool has_remote_images = false;  // those that are shown, or may be asked for
  std::string first_text;          // the first words of its paragraphs, plain, for a summary
  std::vector<Heading> headings;   // the leading one too
  bool too_complex = false;        // html shows the source
};

// Thread-safe; never throws for anything that the source may be.
RenderedMarkdown render_markdown(const std::string& source,
                                 core::RemoteImages remote_images = core::RemoteImages::on);

}  // namespace templates
