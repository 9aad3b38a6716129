#include "templates/markdown/renderer/document_output.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/text/text.h"
#include "templates/markdown/named_texts.h"
#include "templates/markdown/source/literal_marks.h"
#include "templates/rendered_content.h"

namespace templates {
namespace {

// Appends as much of `text` as there is room for.
void append_up_to(std::size_t most, std::string_view text, std::string& to) {
  to += core::whole_characters(text, most - std::min(most, to.size()));
}

}  // namespace

void DocumentOutput::write_text(std::string_view text) {
  if (is_in_image()) {
    image_text_ += text;
  } else {
    markup().append_text(text);
  }
  add_plain_text(text);
}

void DocumentOutput::write_line_break(html::Literal line_break) {
  if (is_in_image()) {
    image_text_ += ' ';
  } else {
    markup() += line_break;
  }
  add_to_heading_name(" ");
  add_plain_text(" ");
}

void DocumentOutput::add_plain_text(std::string_view text) {
  if (heading_level_ > 0) {
    append_up_to(kMaximumHeadingBytes, text, heading_text_);
  } else {
    add_to_summary(text);
  }
}

void DocumentOutput::add_to_summary(std::string_view text) {
  std::string& summary = document_.first_text;
  if (is_in_footnotes_ || (summary.empty() && text == " ")) return;
  append_up_to(kBytesOfSummary, text, summary);
}

void DocumentOutput::end_heading() {
  Heading heading{std::exchange(heading_level_, 0), {}, std::exchange(heading_text_, {})};
  const html::Html content = std::exchange(heading_html_, {});
  heading.id = ids_.next(std::exchange(heading_name_, {}));
  const std::string level = std::to_string(heading.level);
  const bool leads = heading.level == 1 && !is_in_footnotes_ && document_.headings.empty() &&
                     document_.html.empty();
  html::Html& where = leads ? document_.leading_heading : document_.html;
  where += html::format(
      // The anchor is not part of the heading's accessible name; the table of contents has the
      // same links.
      "<h{} id=\"{}\" dir=\"auto\">{}<a class=\"anchor\" href=\"#{}\" tabindex=\"-1\" "
      "aria-hidden=\"true\"></a></h{}>\n",
      level, heading.id, content, heading.id, level);
  if (!is_in_footnotes_) document_.headings.push_back(std::move(heading));
}

std::string DocumentOutput::take_image_description() { return std::exchange(image_text_, {}); }

void DocumentOutput::begin_cell() {
  set_aside_ += document_.html.size();
  before_cell_ = std::exchange(document_.html, {});
}

html::Html DocumentOutput::take_cell() {
  set_aside_ -= before_cell_.size();
  return std::exchange(document_.html, std::exchange(before_cell_, {}));
}

void DocumentOutput::begin_footnotes() {
  is_in_footnotes_ = true;
  before_footnotes_ = std::exchange(document_.html, {});
  set_aside_ = before_footnotes_.size();
}

html::Html DocumentOutput::take_footnote() {
  set_aside_ += document_.html.size();
  return std::exchange(document_.html, {});
}

void DocumentOutput::end_footnotes(const html::Html& list) {
  document_.html = std::exchange(before_footnotes_, {});
  document_.html += list;
}

std::string decoded_attribute(const MD_ATTRIBUTE& attribute, const Formulas& formulas) {
  std::string text;
  if (attribute.size == 0) return text;  // the offsets are missing too
  for (std::size_t i = 0; attribute.substr_offsets[i] < attribute.size; ++i) {
    const MD_OFFSET begin = attribute.substr_offsets[i];
    const std::string_view part(attribute.text + begin, attribute.substr_offsets[i + 1] - begin);
    switch (attribute.substr_types[i]) {
      case MD_TEXT_ENTITY:
        text += decode_entity(part).value_or(std::string(part));
        break;
      case MD_TEXT_NULLCHAR:
        text += "\xef\xbf\xbd";
        break;
      default:
        text += part;
    }
  }
  return formulas.restored(show_literal_marks(std::move(text)), Formulas::Escapes::resolved);
}

}  // namespace templates
