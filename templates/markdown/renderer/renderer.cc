#include "templates/markdown/renderer/renderer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "templates/markdown/embedded_html/html_tokens.h"
#include "templates/markdown/named_texts.h"
#include "templates/markdown/renderer/block_markup.h"
#include "templates/markdown/renderer/document_output.h"
#include "templates/markdown/renderer/inline_text.h"
#include "templates/markdown/source/literal_marks.h"

namespace templates {
namespace {

// Bare addresses are found by html::find_autolink(): md4c's permissive autolinks took 4.3 s for a
// hostile text of 256 KB.
constexpr unsigned kFlags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;

constexpr std::size_t kMaximumNesting = 64;
constexpr std::size_t kMaximumGrowth = 8;
constexpr std::size_t kSmallestLimit = std::size_t{64} * 1024;

}  // namespace

// The callbacks of md4c. Each returns 0, or something else to end parsing. An exception must not
// cross md4c, which would not free what it has: parse() throws it again.
struct Renderer::Callbacks {
  template <typename Event>
  static int handle(void* context, const Event& event) {
    Renderer& renderer = *static_cast<Renderer*>(context);
    try {
      core::CpuLimit::check();
      return renderer.finish_event(event(renderer));
    } catch (...) {
      renderer.thrown_ = std::current_exception();
      return -1;
    }
  }

  static int enter_block(MD_BLOCKTYPE type, void* detail, void* context) {
    return handle(context, [&](Renderer& renderer) { return renderer.enter_block(type, detail); });
  }
  static int leave_block(MD_BLOCKTYPE type, void* /*detail*/, void* context) {
    return handle(context, [&](Renderer& renderer) {
      renderer.leave_block(type);
      return true;
    });
  }
  static int enter_span(MD_SPANTYPE type, void* detail, void* context) {
    return handle(context, [&](Renderer& renderer) {
      renderer.enter_span(type, detail);
      return true;
    });
  }
  static int leave_span(MD_SPANTYPE type, void* detail, void* context) {
    return handle(context, [&](Renderer& renderer) {
      renderer.leave_span(type, detail);
      return true;
    });
  }
  static int text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* context) {
    return handle(context, [&](Renderer& renderer) {
      renderer.take_text(type, {text, size});
      return true;
    });
  }
};

Renderer::Renderer(const Formulas& formulas, const Footnotes& footnotes, std::size_t source_size,
                   RenderingOptions options)
    : formulas_(formulas),
      language_(options.language),
      output_limit_(std::max(kSmallestLimit, source_size * kMaximumGrowth)),
      event_limit_(source_size * 4 + 1000),
      output_(source_size + source_size / 2),
      footnotes_(footnotes),
      pictures_(options) {}

bool Renderer::render(const std::string& markdown) {
  return parse(markdown) && write_footnotes() && insert_html();
}

RenderedMarkdown Renderer::take() {
  RenderedMarkdown& document = output_.document();
  // The code may come from Markdown or from HTML. Texts and attributes have no "<".
  document.has_code = document.html.str().find("<pre") != std::string::npos;
  document.has_remote_images = pictures_.has_remote();
  document.has_data_images = pictures_.has_data();
  document.missing_images = pictures_.missing();
  document.unknown_tags = embedded_.unknown_tags();
  return std::move(document);
}

bool Renderer::parse(const std::string& markdown) {
  ParsedSource source(markdown);
  source_ = &source;
  MD_PARSER parser{};
  parser.flags = kFlags;
  parser.enter_block = Callbacks::enter_block;
  parser.leave_block = Callbacks::leave_block;
  parser.enter_span = Callbacks::enter_span;
  parser.leave_span = Callbacks::leave_span;
  parser.text = Callbacks::text;
  // md4c 0.4.8 reads one byte past its input: c_str() provides it.
  const bool is_whole = md_parse(source.text().c_str(), static_cast<MD_SIZE>(source.text().size()),
                                 &parser, this) == 0;
  source_ = nullptr;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  return is_whole;
}

int Renderer::finish_event(bool within_limits) {
  const bool go_on = within_limits && ++events_ <= event_limit_ &&
                     blocks_.depth() + spans_.size() <= kMaximumNesting &&
                     output_.size() + html_size_ <= output_limit_;
  return go_on ? 0 : -1;
}

bool Renderer::enter_block(MD_BLOCKTYPE type, void* detail) {
  close_unclosed_spans();
  write_text();
  if (type == MD_BLOCK_CODE || type == MD_BLOCK_HTML) source_->begin_verbatim();
  return blocks_.enter(type, detail);
}

void Renderer::leave_block(MD_BLOCKTYPE type) {
  if (type == MD_BLOCK_P && begin_alert()) {
    blocks_.drop_paragraph();
    return;
  }
  close_unclosed_spans();
  write_text();
  blocks_.leave(type);
}

// Whether the text so far marks the block quote that was just opened as an alert; if so, drops it.
bool Renderer::begin_alert() {
  if (!blocks_.begin_alert(pending_text_)) return false;
  pending_text_.clear();
  return true;
}

void Renderer::enter_span(MD_SPANTYPE type, void* detail) {
  write_text();
  blocks_.write_pending();
  begin_link_text(type == MD_SPAN_IMG);
  spans_.push_back(type);
  text_end_ = nullptr;
  if (type == MD_SPAN_IMG) output_.begin_image();
  // Within an image all text is its description.
  if (output_.is_in_image()) return;
  switch (type) {
    case MD_SPAN_EM:
      output_.markup() += "<em>";
      break;
    case MD_SPAN_STRONG:
      output_.markup() += "<strong>";
      break;
    case MD_SPAN_DEL:
      output_.markup() += "<del>";
      break;
    case MD_SPAN_CODE:
      output_.markup() += "<code>";
      is_in_code_span_ = true;
      break;
    case MD_SPAN_A:
      open_link(*static_cast<MD_SPAN_A_DETAIL*>(detail));
      break;
    default:
      break;
  }
}

void Renderer::leave_span(MD_SPANTYPE type, void* detail) {
  if (std::find(spans_.begin(), spans_.end(), type) == spans_.end()) {
    write_stray_mark(type);
    return;
  }
  while (spans_.back() != type) leave_span(spans_.back(), nullptr);
  spans_.pop_back();
  text_end_ = nullptr;
  write_text();
  if (type == MD_SPAN_IMG && output_.end_image()) {
    // Images always have both halves, so there is detail.
    if (detail != nullptr) write_image(*static_cast<MD_SPAN_IMG_DETAIL*>(detail));
    return;
  }
  if (output_.is_in_image()) return;
  switch (type) {
    case MD_SPAN_EM:
      output_.markup() += "</em>";
      break;
    case MD_SPAN_STRONG:
      output_.markup() += "</strong>";
      break;
    case MD_SPAN_DEL:
      output_.markup() += "</del>";
      break;
    case MD_SPAN_CODE:
      is_in_code_span_ = false;
      output_.markup() += colour_chip(std::exchange(code_span_, {}));
      output_.markup() += "</code>";
      break;
    case MD_SPAN_A:
      close_link();
      break;
    default:
      break;
  }
}

void Renderer::close_unclosed_spans() {
  while (!spans_.empty()) leave_span(spans_.back(), nullptr);
}

// md4c 0.4.8 pairs an emphasis mark within a link's destination with one outside, and then begins
// or ends a span without its other half. An unpaired end mark is written as text.
void Renderer::write_stray_mark(MD_SPANTYPE type) {
  if (text_end_ == nullptr) return;
  const char mark = *text_end_;
  const std::size_t length = type == MD_SPAN_STRONG ? 2 : 1;
  if (mark == '*' || mark == '_' || mark == '~') pending_text_.append(length, mark);
}

void Renderer::open_link(const MD_SPAN_A_DETAIL& detail) {
  link_address_ = decoded_attribute(detail.href, formulas_);
  link_tag_ = link_tag(link_address_, decoded_attribute(detail.title, formulas_), language_);
  links_.push_back(link_tag_.has_value());
}

// Writes the tag of a link once its content shows what the link needs on paper.
void Renderer::begin_link_text(bool is_picture) {
  if (!link_tag_) return;
  output_.markup() += *std::exchange(link_tag_, std::nullopt);
  if (is_picture || is_address(pending_text_, link_address_)) output_.markup() += kBareLink;
  output_.markup() += ">";
}

void Renderer::close_link() {
  begin_link_text(false);
  if (links_.back()) output_.markup() += "</a>";
  links_.pop_back();
}

void Renderer::write_image(const MD_SPAN_IMG_DETAIL& detail) {
  pictures_.write({.source = decoded_attribute(detail.src, formulas_),
                   .description = output_.take_image_description(),
                   .title = decoded_attribute(detail.title, formulas_)},
                  is_in_link(), output_.markup());
}

void Renderer::take_text(MD_TEXTTYPE type, std::string_view text) {
  if (type == MD_TEXT_HTML) {
    if (pending_html_.empty()) write_text();
    pending_html_ += original(source_->verbatim(text));
    return;
  }
  put_html_aside();
  switch (type) {
    case MD_TEXT_NORMAL:
      if (source_->begins_escaped(text)) {
        write_text();
        begins_escaped_ = true;
      }
      pending_text_ += show_literal_marks(std::string(text));
      text_end_ = text.data() + text.size();
      return;
    case MD_TEXT_NULLCHAR:
      pending_text_ += "\xef\xbf\xbd";
      return;
    case MD_TEXT_ENTITY:
      pending_text_ += decode_entity(text).value_or(std::string(text));
      return;
    case MD_TEXT_SOFTBR:
    case MD_TEXT_BR:
      write_line_break(type);
      return;
    default:
      write_code(text);
      return;
  }
}

// The markup in place of `text`, which was parsed.
std::string Renderer::original(std::string text) const {
  return formulas_.restored(show_literal_marks(std::move(text)), Formulas::Escapes::kept);
}

void Renderer::write_line_break(MD_TEXTTYPE type) {
  if (begin_alert()) {
    blocks_.resume_paragraph();
    return;
  }
  write_text();
  blocks_.write_pending();
  begin_link_text(false);
  output_.write_line_break(type == MD_TEXT_BR ? html::Literal("<br>\n") : html::Literal("\n"));
}

void Renderer::write_code(std::string_view text) {
  write_text();
  blocks_.write_pending();
  begin_link_text(false);
  if (blocks_.is_in_code()) {
    const std::string code = original(source_->verbatim(text));
    if (blocks_.is_in_diagram()) output_.document().diagrams.back() += code;
    output_.markup().append_text(code);
    return;
  }
  const std::string code = original(std::string(text));
  output_.add_to_heading_name(code);
  if (is_in_code_span_) code_span_ += code;
  output_.write_text(blocks_.is_in_table_cell() ? without_escaped_bars(code) : code);
}

// Writes the text since the last markup.
void Renderer::write_text() {
  put_html_aside();
  if (pending_text_.empty()) return;
  blocks_.write_pending();
  begin_link_text(false);
  inline_text_.write(std::exchange(pending_text_, {}), std::exchange(begins_escaped_, false),
                     {is_in_link(), blocks_.is_in_table_cell()});
}

// Keeps the document's own HTML until all Markdown is rendered.
void Renderer::put_html_aside() {
  if (pending_html_.empty()) return;
  std::string html = std::exchange(pending_html_, {});
  if (output_.is_in_image()) return;
  blocks_.write_pending();
  begin_link_text(false);
  HtmlTokens tokens(html);
  while (const auto token = tokens.next()) {
    if (!core::equal_ignoring_case(token->name, "a")) continue;
    is_html_link_open_ = token->kind == HtmlToken::Kind::start_tag;
  }
  html_size_ += html.size();
  output_.markup() += embedded_.put_aside(std::move(html));
}

// Whether the document with its HTML is within the limit.
bool Renderer::insert_html() {
  if (embedded_.empty()) return true;
  RenderedMarkdown& document = output_.document();
  std::vector<Heading> leading;
  if (!document.leading_heading.empty()) {
    leading.push_back(std::move(document.headings.front()));
    document.headings.erase(document.headings.begin());
  }
  if (!embedded_.insert_into(document.leading_heading, leading) ||
      !embedded_.insert_into(document.html, document.headings))
    return false;
  document.headings.insert(document.headings.begin(), std::make_move_iterator(leading.begin()),
                           std::make_move_iterator(leading.end()));
  return document.leading_heading.size() + document.html.size() <= output_limit_;
}

// Footnotes may refer to others, which are then rendered too.
bool Renderer::write_footnotes() {
  if (footnotes_.empty()) return true;
  output_.begin_footnotes();
  blocks_.begin_footnotes();
  while (const std::string* const text = footnotes_.next_text()) {
    if (!parse(*text)) return false;
    html::Html footnote = output_.take_footnote();
    footnotes_.add_rendered(std::move(footnote), blocks_.end_footnote());
  }
  output_.end_footnotes(footnotes_.list(language_));
  return true;
}

}  // namespace templates
