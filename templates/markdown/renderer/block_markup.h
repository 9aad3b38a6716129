// BlockMarkup: writes the tags of blocks: paragraphs, headings, lists, block quotes and alerts,
// code, tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <md4c.h>

#include "html/html.h"
#include "html/message.h"
#include "templates/markdown/extracted/formulas.h"
#include "templates/markdown/renderer/document_output.h"

namespace templates {

// The blocks of one document. The caller writes all pending text before it enters or leaves a
// block, and calls write_pending() before any other output.
class BlockMarkup {
 public:
  // `formulas` and `output` must outlive it.
  BlockMarkup(const Formulas& formulas, DocumentOutput& output, html::Language language)
      : formulas_(formulas), output_(output), language_(language) {}

  // `detail` is what md4c says about the block. False if the block is beyond the limits.
  bool enter(MD_BLOCKTYPE type, void* detail);
  void leave(MD_BLOCKTYPE type);

  // A block quote is written once its first text shows whether it is an alert, and the box of a
  // task with what follows it. This writes what is pending.
  void write_pending();
  // Whether `first_line`, which is not written, makes an alert of the pending block quote. If so,
  // the alert is open, and its paragraph goes on with resume_paragraph() or ends with
  // drop_paragraph().
  bool begin_alert(std::string_view first_line);
  void resume_paragraph() { open("<p"); }
  void drop_paragraph() { --depth_; }

  // From here on all blocks are in the list of footnotes.
  void begin_footnotes() { ++containers_; }
  // Ends a footnote. Whether its last paragraph is still open, for the links back.
  bool end_footnote();

  std::size_t depth() const { return depth_; }  // number of open blocks
  bool is_in_code() const { return is_in_code_; }
  bool is_in_diagram() const { return is_in_diagram_; }
  bool is_in_table_cell() const { return is_in_table_cell_; }

 private:
  enum class Quotation : std::uint8_t { none, opened, paragraph_opened };

  void open(html::Literal tag);
  void open_ordered_list(const MD_BLOCK_OL_DETAIL& detail);
  void open_item(const MD_BLOCK_LI_DETAIL& detail);
  void open_code(const MD_BLOCK_CODE_DETAIL& detail);
  bool open_table(const MD_BLOCK_TABLE_DETAIL& detail);
  // A cell of a table's body, which says whether its text is long.
  void write_cell(const html::Html& content);
  void close_container(html::Literal tag);
  void close_held_paragraph();

  const Formulas& formulas_;
  DocumentOutput& output_;
  const html::Language language_;
  std::size_t depth_ = 0;
  int containers_ = 0;  // open block quotes and lists
  Quotation quotation_ = Quotation::none;
  html::Html task_box_;             // is not written yet
  std::vector<bool> quotations_;    // open block quotes; true for an alert
  bool is_paragraph_held_ = false;  // a footnote's last one so far is not closed yet
  bool is_in_code_ = false;
  bool is_in_diagram_ = false;
  bool is_in_formula_ = false;  // a code block in the language "math"
  bool is_in_table_cell_ = false;
  MD_ALIGN cell_alignment_ = MD_ALIGN_DEFAULT;
};

// Alerts as on GitHub: a block quote that begins with `[!NOTE]`.

// The markup at the beginning of an alert, up to its text, for the first line of its block quote.
// Nothing if that is not one of the five markers, in any case.
std::optional<html::Html> alert_opening(std::string_view first_line, html::Language language);

// Colours in the code of a Markdown document, as on GitHub: `#0b5bd3` is shown with the colour.

// A small field of the colour that `code` is: #rrggbb, rgb(…) or hsl(…). Empty if it is not a
// colour.
html::Html colour_chip(std::string_view code);

}  // namespace templates
