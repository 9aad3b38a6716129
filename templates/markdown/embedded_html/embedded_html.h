// EmbeddedHtml: the HTML that a Markdown document contains, as far as it is safe.
//
// It is untrusted, and an element may contain Markdown and be in it: <details> around a list, <br>
// in a cell. So the renderer leaves it out and puts a comment in its place. Then this puts both
// together (tag_balance.h), has it parsed as a whole, and writes what is in the tree
// (html_writer.h): Markdown's own markup unchanged, and of the document's HTML only elements and
// attributes on a list, their values escaped. Nothing is ever copied from the document. Parts
// without HTML of the document's own are not parsed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gumbo.h>

#include "html/html.h"
#include "html/message.h"
#include "templates/markdown/headings.h"
#include "templates/markdown/images.h"
#include "templates/rendered_content.h"

namespace templates {

class EmbeddedHtml {
 public:
  // `pictures` and `ids` must outlive it.
  EmbeddedHtml(PictureWriter& pictures, HeadingIds& ids, html::Language language)
      : pictures_(pictures), ids_(ids), language_(language) {}

  bool empty() const { return pieces_.empty(); }

  // Keeps a piece of HTML, and returns the comment for its place.
  html::Html put_aside(std::string piece);

  // The first tags that are left out and whose name no element of HTML has, such as "<name>": the
  // author may have meant a placeholder.
  const std::vector<std::string>& unknown_tags() const { return unknown_tags_; }

  // Returns `markup` with all pieces in their places. False if that takes too much memory.
  // `headings` are those of the markup, in order, to which those of the pieces are added.
  bool insert_into(html::Html& markup, std::vector<Heading>& headings);

 private:
  class Composition;

  PictureWriter& pictures_;
  HeadingIds& ids_;
  const html::Language language_;
  std::vector<std::string> pieces_;
  std::vector<std::string> unknown_tags_;
};

// HtmlTree: HTML, parsed by Gumbo as browsers do.
//
// All memory of a tree is in one arena, which is bounded, and which is freed as a whole: Gumbo's
// own function calls itself for each level.
class HtmlTree {
 public:
  // Parses the inside of an element, which must outlive the tree. Nothing if that takes too much
  // memory. Throws core::CpuLimit::UsedUp.
  static std::optional<HtmlTree> parse(std::string_view html);

  // The outermost nodes.
  const GumboVector& nodes() const { return output_->root->v.element.children; }

 private:
  struct Arena;
  struct FreeArena {
    void operator()(Arena* arena) const;
  };

  HtmlTree(std::unique_ptr<Arena, FreeArena> arena, const GumboOutput& output);
  static GumboOutput* parse_in(Arena& arena, std::string_view html);

  std::unique_ptr<Arena, FreeArena> arena_;
  const GumboOutput* output_;
};

// Marks of the elements that Markdown made, in the markup that is parsed together with the HTML of
// a document. A mark says which part of the markup the element is, so it is copied from there.

// The name of the attribute that marks them: a character for private use. The tags of documents
// keep no attribute of that name.
inline constexpr std::string_view kOwnMark = "\U000f5a1e";

// Where the element's tag is in the markup, or all of the element if it has no HTML of the document
// in it.
struct OwnPart {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_whole = false;
};

// The attribute as it is written after the name of a tag.
std::string own_attribute(const OwnPart& part);
// Its value.
OwnPart read_own_part(std::string_view value);

}  // namespace templates
