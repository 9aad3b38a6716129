// InlineText: writes the text between two marks of Markdown, with what md4c does not know in it:
// references to footnotes, formulas, bare URLs and emoji.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "html/html.h"
#include "templates/markdown/extracted/formulas.h"
#include "templates/markdown/renderer/document_output.h"
#include "templates/markdown/renderer/footnote_list.h"

namespace templates {

// GitHub-flavoured Markdown, 4.10: a bar within a cell is escaped, in code and formulas too.
std::string without_escaped_bars(std::string_view text);

class InlineText {
 public:
  // In a link there are no references and URLs, as links cannot be nested.
  struct Place {
    bool is_in_link = false;
    bool is_in_cell = false;  // of a table
  };

  // All must outlive it.
  InlineText(const Formulas& formulas, FootnoteList& footnotes, DocumentOutput& output)
      : formulas_(formulas), footnotes_(footnotes), output_(output) {}

  // `begins_escaped`: the first character is a bracket that begins no reference.
  void write(std::string_view text, bool begins_escaped, Place place);

 private:
  void write_with_formulas(std::string_view text, Place place);
  void write_formula(const Formula& formula, bool is_in_cell);
  void write_with_urls(std::string_view text, bool is_in_link);
  void write_with_emoji(std::string_view text);

  const Formulas& formulas_;
  FootnoteList& footnotes_;
  DocumentOutput& output_;
};

// Links of a Markdown document.

// The beginning of a link's tag, up to where it may have further attributes. Links within the
// document lead to its headings; a relative one leads nowhere, as the document was moved, and says
// so. Nothing if the address is not allowed (html/url.h).
std::optional<html::Html> link_tag(std::string_view address, std::string_view title,
                                   html::Language language);

// Whether `text` is the address of its link, as far as it tells readers of paper where that leads.
bool is_address(std::string_view text, std::string_view address);

// The class of a link that needs no address on paper: its text is the address, or a picture.
inline constexpr html::Literal kBareLink = " class=\"bare\"";

}  // namespace templates
