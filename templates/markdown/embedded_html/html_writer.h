// HtmlWriter: writes what a page shows of a tree in which HTML of a document and Markdown's own
// markup are together.
//
// Markdown's elements are copied from the markup by their marks (embedded_html.h). Of the
// document's HTML, only elements and attributes on a list are written, their values escaped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/html.h"
#include "html/message.h"
#include "templates/markdown/embedded_html/embedded_html.h"
#include "templates/markdown/embedded_html/html_tokens.h"
#include "templates/markdown/headings.h"
#include "templates/markdown/images.h"
#include "templates/rendered_content.h"

namespace templates {

class HtmlWriter {
 public:
  // `headings` are those of the markup, in order. All but `language` must outlive it.
  HtmlWriter(const html::Html& markup, PictureWriter& pictures, HeadingIds& ids,
             const std::vector<Heading>& headings, html::Language language)
      : markup_(markup),
        pictures_(pictures),
        ids_(ids),
        own_headings_(headings),
        language_(language) {}

  // False if the tree is nested too deeply.
  bool write(const HtmlTree& tree);

  // A part of the markup that has no HTML of the document in it, with its number of headings.
  void copy(std::size_t begin, std::size_t end, std::size_t headings);

  html::Html take_output() { return std::move(output_); }
  // Those of the markup and of the document's HTML.
  std::vector<Heading> take_headings() { return std::move(headings_); }

 private:
  struct Place {
    bool is_in_link = false;
    bool is_in_table = false;
    bool is_in_picture = false;
  };

  void take_own_heading();
  void write_all(const GumboVector& nodes);
  void write_node(const GumboNode& node);
  void write_own(const GumboElement& element, std::string_view name, const OwnPart& part);
  void write_end(const Element& element);
  void write_element(const GumboElement& element, const Element& known);
  void write_start(const GumboElement& element, const Element& known);
  void write_attributes(const GumboElement& element, const Element& known);
  void write_common_attributes(const GumboElement& element);
  std::string wanted_id(const GumboElement& element);
  void write_id(const GumboElement& element);
  void write_number(const GumboElement& element, const char* name,
                    html::detail::Pattern<1> pattern);
  void keep_first_line_break(const GumboElement& element);
  void write_picture(const GumboElement& element);
  void write_choice(const GumboElement& element);
  void write_source(const GumboElement& element);
  void write_link(const GumboElement& element);
  static bool is_bare(const GumboElement& link);
  void write_heading(const GumboElement& element, const Element& known);
  void write_table(const GumboElement& element, const Element& known);

  const html::Html& markup_;
  PictureWriter& pictures_;
  HeadingIds& ids_;
  const std::vector<Heading>& own_headings_;
  const html::Language language_;
  std::size_t own_heading_ = 0;
  html::Html output_;
  std::vector<Heading> headings_;
  Place place_;
  std::size_t level_ = 0;
  bool levels_left_ = true;
};

}  // namespace templates
