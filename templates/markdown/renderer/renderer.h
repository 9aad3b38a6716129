// Renderer: turns what md4c reports of one Markdown document into HTML.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <md4c.h>

#include "html/message.h"
#include "templates/markdown/embedded_html/embedded_html.h"
#include "templates/markdown/extracted/formulas.h"
#include "templates/markdown/images.h"
#include "templates/markdown/markdown.h"
#include "templates/markdown/renderer/block_markup.h"
#include "templates/markdown/renderer/document_output.h"
#include "templates/markdown/renderer/footnote_list.h"
#include "templates/markdown/renderer/inline_text.h"
#include "templates/markdown/source/parsed_source.h"

namespace templates {

// Renders one document, once. Consecutive texts are collected until other markup follows, as what
// they mean may depend on the next; so is the document's own HTML.
class Renderer {
 public:
  // `source_size` determines the limits of the work. `formulas` and `footnotes` must outlive it.
  Renderer(const Formulas& formulas, const Footnotes& footnotes, std::size_t source_size,
           RenderingOptions options);

  // `markdown` is the document without the definitions of its footnotes. Whether the whole document
  // was rendered within the limits.
  bool render(const std::string& markdown);

  // The result, after a successful render().
  RenderedMarkdown take();

 private:
  struct Callbacks;

  bool parse(const std::string& markdown);
  int finish_event(bool within_limits);

  bool enter_block(MD_BLOCKTYPE type, void* detail);
  void leave_block(MD_BLOCKTYPE type);
  bool begin_alert();

  void enter_span(MD_SPANTYPE type, void* detail);
  void leave_span(MD_SPANTYPE type, void* detail);
  void close_unclosed_spans();
  void write_stray_mark(MD_SPANTYPE type);
  void open_link(const MD_SPAN_A_DETAIL& detail);
  void begin_link_text(bool is_picture);
  void close_link();
  void write_image(const MD_SPAN_IMG_DETAIL& detail);
  bool is_in_link() const { return !links_.empty() || is_html_link_open_; }

  void take_text(MD_TEXTTYPE type, std::string_view text);
  std::string original(std::string text) const;
  void write_line_break(MD_TEXTTYPE type);
  void write_code(std::string_view text);
  void write_text();

  void put_html_aside();
  bool insert_html();
  bool write_footnotes();

  const Formulas& formulas_;
  const html::Language language_;
  std::size_t output_limit_;  // bytes
  std::size_t event_limit_;
  std::size_t events_ = 0;

  DocumentOutput output_;
  FootnoteList footnotes_;
  PictureWriter pictures_;
  BlockMarkup blocks_{formulas_, output_, language_};
  InlineText inline_text_{formulas_, footnotes_, output_};
  EmbeddedHtml embedded_{pictures_, output_.ids(), language_};

  ParsedSource* source_ = nullptr;  // what is being parsed
  std::exception_ptr thrown_;       // by a callback of md4c

  std::vector<MD_SPANTYPE> spans_;      // open ones, outermost first
  std::vector<bool> links_;             // open links of Markdown; false for an unsafe one
  std::optional<html::Html> link_tag_;  // of the last one, which is not written yet
  std::string link_address_;
  bool is_in_code_span_ = false;
  std::string code_span_;  // its text so far

  std::string pending_text_;
  bool begins_escaped_ = false;     // the pending text begins with an escaped bracket
  const char* text_end_ = nullptr;  // end of the last text in the source; null after anything else

  std::string pending_html_;  // of the document's own
  bool is_html_link_open_ = false;
  std::size_t html_size_ = 0;  // of all that was put aside
};

}  // namespace templates
