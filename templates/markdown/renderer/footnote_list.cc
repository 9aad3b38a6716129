#include "templates/markdown/renderer/footnote_list.h"

#include <utility>

namespace templates {
namespace {

std::string reference_id(const std::string& number, std::size_t reference) {
  return "fnref-" + number + (reference > 1 ? "-" + std::to_string(reference) : "");
}

}  // namespace

html::Html FootnoteList::add_reference(std::size_t footnote) {
  Use& use = uses_[footnote];
  if (use.references == 0) {
    in_order_.push_back(footnote);
    use.number = std::to_string(in_order_.size());
  }
  return html::format(
      "<sup class=\"footnote-reference\"><a href=\"#fn-{}\" id=\"{}\" "
      "aria-describedby=\"footnotes\">{}</a></sup>",
      use.number, reference_id(use.number, ++use.references), use.number);
}

const std::string* FootnoteList::next_text() const {
  return rendered_ < in_order_.size() ? &footnotes_.text(in_order_[rendered_]) : nullptr;
}

void FootnoteList::add_rendered(html::Html html, bool ends_in_paragraph) {
  Use& use = uses_[in_order_[rendered_++]];
  use.html = std::move(html);
  use.ends_in_paragraph = ends_in_paragraph;
}

html::Html FootnoteList::list() const {
  html::Html list(
      "<section class=\"footnotes\"><h2 id=\"footnotes\">Footnotes</h2>\n<ol dir=\"auto\">\n");
  for (const std::size_t footnote : in_order_) write(uses_[footnote], list);
  list += "</ol></section>\n";
  return list;
}

void FootnoteList::write(const Use& use, html::Html& list) {
  list += html::format("<li id=\"fn-{}\">{}", use.number, use.html);
  if (!use.ends_in_paragraph) list += "<p>";
  for (std::size_t i = 1; i <= use.references; ++i) {
    const std::string which = i > 1 ? use.number + "-" + std::to_string(i) : use.number;
    list += html::format(
        " <a class=\"footnote-back\" href=\"#{}\" aria-label=\"Back to reference {}\">"
        "\u21a9\ufe0e",
        reference_id(use.number, i), which);
    if (i > 1) list += html::format("<sup>{}</sup>", std::to_string(i));
    list += "</a>";
  }
  list += "</p></li>\n";
}

}  // namespace templates
