// EmbeddedHtml: the HTML that a Markdown document contains, as far as it is safe.
//
// It is untrusted, and an element may contain Markdown and be in it: <details> around a list, <br>
// in a cell. So the renderer leaves it out and puts a comment in its place. Then this puts both
// together (tag_balance.h), has it parsed as a whole (html_tree.h), and writes what is in the tree
// (html_writer.h): Markdown's own markup unchanged, and of the document's HTML only elements and
// attributes on a list, their values escaped. Nothing is ever copied from the document. Parts
// without HTML of the document's own are not parsed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "templates/markdown/heading_slug.h"
#include "templates/markdown/picture.h"
#include "templates/rendered_content.h"

namespace templates {

class EmbeddedHtml {
 public:
  // Both must outlive it.
  EmbeddedHtml(PictureWriter& pictures, HeadingIds& ids) : pictures_(pictures), ids_(ids) {}

  bool empty() const { return pieces_.empty(); }

  // Keeps a piece of HTML, and returns the comment for its place.
  html::Html put_aside(std::string piece);

  // The first tags that are left out and whose name no element of HTML has, such as "<name>": the
  // author may have meant a placeholder.
  const std::vector<std::string>& unknown_tags() const { return unknown_tags_; }

  // What `markup` is with all pieces in their places. False if that takes too much memory.
  // `headings` are those of the markup, in order, to which those of the pieces are added.
  bool insert_into(html::Html& markup, std::vector<Heading>& headings);

 private:
  class Composition;

  PictureWriter& pictures_;
  HeadingIds& ids_;
  std::vector<std::string> pieces_;
  std::vector<std::string> unknown_tags_;
};

}  // namespace templates
