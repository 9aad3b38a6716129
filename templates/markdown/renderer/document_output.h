// DocumentOutput: what the renderer has written of one document, and where the next markup and text
// belong.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <md4c.h>

#include "html/html.h"
#include "templates/markdown/extracted/formulas.h"
#include "templates/markdown/headings.h"
#include "templates/markdown/markdown.h"

namespace templates {

class DocumentOutput {
 public:
  // `expected_size` is a guess of the size of the markup.
  explicit DocumentOutput(std::size_t expected_size) { document_.html.reserve(expected_size); }

  RenderedMarkdown& document() { return document_; }
  const RenderedMarkdown& document() const { return document_; }
  HeadingIds& ids() { return ids_; }

  // The bytes written so far.
  std::size_t size() const {
    return set_aside_ + document_.leading_heading.size() + document_.html.size() +
           heading_html_.size();
  }

  // Where markup is written. The content of a heading is kept back until its id is known.
  html::Html& markup() { return heading_level_ > 0 ? heading_html_ : document_.html; }

  // Text that is shown. Within an image it is the image's description.
  void write_text(std::string_view text);
  void write_line_break(html::Literal line_break);
  void end_paragraph() { add_to_summary(" "); }

  void begin_heading(int level) { heading_level_ = level; }
  void end_heading();
  // Adds what is written in the source to what the heading's id is made of. Nothing outside one.
  void add_to_heading_name(std::string_view text) {
    if (heading_level_ > 0) heading_name_ += text;
  }

  void begin_image() { ++images_; }
  // Whether that was the outermost image.
  bool end_image() { return --images_ == 0; }
  bool is_in_image() const { return images_ > 0; }
  std::string take_image_description();

  // What is written from here on is the content of a table's cell, which take_cell() returns.
  void begin_cell();
  html::Html take_cell();

  // From here on footnotes are rendered one by one. Their headings and texts are not those of the
  // document.
  void begin_footnotes();
  html::Html take_footnote();
  // Appends `list`, which contains what take_footnote() returned.
  void end_footnotes(const html::Html& list);
  bool is_in_footnotes() const { return is_in_footnotes_; }

 private:
  void add_to_summary(std::string_view text);
  void add_plain_text(std::string_view text);

  RenderedMarkdown document_;
  HeadingIds ids_;

  int heading_level_ = 0;  // 0 outside a heading
  html::Html heading_html_;
  std::string heading_text_;  // as shown
  std::string heading_name_;  // as written, with the names of emoji

  int images_ = 0;  // open ones
  std::string image_text_;

  html::Html before_cell_;

  bool is_in_footnotes_ = false;
  html::Html before_footnotes_;
  // bytes of before_cell_, before_footnotes_ and of footnotes that were taken
  std::size_t set_aside_ = 0;
};

// The attributes of links, pictures and code blocks as md4c reports them.

// The text of an attribute, with its character references decoded and its formulas as they were.
std::string decoded_attribute(const MD_ATTRIBUTE& attribute, const Formulas& formulas);

}  // namespace templates
