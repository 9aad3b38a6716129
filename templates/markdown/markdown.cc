#include "templates/markdown/markdown.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <md4c.h>

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "html/autolink.h"
#include "html/url.h"
#include "templates/markdown/alert.h"
#include "templates/markdown/colour.h"
#include "templates/markdown/embedded_html/embedded_html.h"
#include "templates/markdown/embedded_html/html_tokens.h"
#include "templates/markdown/emoji.h"
#include "templates/markdown/entity.h"
#include "templates/markdown/footnotes.h"
#include "templates/markdown/formulas.h"
#include "templates/markdown/front_matter.h"
#include "templates/markdown/heading_slug.h"
#include "templates/markdown/link.h"
#include "templates/markdown/picture.h"
#include "templates/markdown/table_delimiters.h"

namespace templates {
namespace {

using html::Html;

constexpr unsigned kFlags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;

constexpr std::size_t kMaximumSource = std::size_t{1024} * 1024;
constexpr std::size_t kMaximumNesting = 64;
constexpr std::size_t kMaximumContainersInLine = 64;
constexpr std::size_t kMaximumDefinitions = 2000;
constexpr unsigned kMaximumColumns = 100;
constexpr std::size_t kMaximumGrowth = 8;
constexpr std::size_t kSmallestLimit = std::size_t{64} * 1024;
constexpr std::size_t kFirstTextLength = 200;
constexpr std::size_t kTabWidth = 4;

std::string_view view(const MD_CHAR* text, MD_SIZE size) { return {text, size}; }

// Whether md4c would need more than linear time for the structure of a line, which it analyses
// before its first callback: many containers opened by one line, or very many definitions.
bool is_costly_to_parse(std::string_view source) {
  std::size_t definitions = 0;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    std::string_view line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));

    std::size_t containers = 0;
    for (;;) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
      const std::string_view rest = line.substr(digits);
      const bool is_quotation = line.starts_with('>');
      const bool ends_marker = rest.size() <= 1 || rest[1] == ' ' || rest[1] == '\t';
      const bool is_bullet = digits == 0 && ends_marker && !rest.empty() &&
                             std::string_view("-+*").find(rest.front()) != std::string_view::npos;
      const bool is_number = digits > 0 && digits < 10 && ends_marker &&
                             (rest.starts_with('.') || rest.starts_with(')'));
      if (!is_quotation && !is_bullet && !is_number) break;
      line.remove_prefix(digits + 1);
      if (++containers > kMaximumContainersInLine) return true;
    }
    if (line.starts_with('[') && line.find("]:") != std::string_view::npos &&
        ++definitions > kMaximumDefinitions)
      return true;
  }
  return false;
}

// `text` truncated to at most `length` bytes, never within a character.
std::string_view cut(std::string_view text, std::size_t length) {
  if (text.size() <= length) return text;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  return text.substr(0, length);
}

// Whether no more than a caption stands above the first heading.
bool has_heading_first(std::string_view html) {
  constexpr std::size_t kLongestCaption = 80;
  constexpr std::size_t kMostMarkup = std::size_t{16} << 10;
  html = html.substr(0, kMostMarkup);
  std::size_t text = 0;
  while (!html.empty() && text <= kLongestCaption) {
    const std::size_t tag = std::min(html.find('<'), html.size());
    text += core::trim(html.substr(0, tag)).size();
    html.remove_prefix(tag);
    if (html.size() > 2 && html[1] == 'h' && core::is_digit(html[2])) return true;
    const std::size_t end = html.find('>');
    html.remove_prefix(end == std::string_view::npos ? html.size() : end + 1);
  }
  return false;
}

// What GitHub draws by services of its own.
bool is_map_or_solid(std::string_view language) {
  return language == "geojson" || language == "topojson" || language == "stl";
}

// Receives md4c's events and writes HTML. Any member function may reach a limit, which ends
// parsing.
class Renderer {
 public:
  // `source_size` determines the limits.
  Renderer(const Formulas& formulas, const Footnotes& footnotes, std::size_t source_size,
           core::RemoteImages remote_images)
      : formulas_(formulas),
        footnotes_(footnotes),
        footnote_uses_(footnotes.size()),
        pictures_(remote_images),
        output_limit_(std::max(kSmallestLimit, source_size * kMaximumGrowth)),
        event_limit_(source_size * 4 + 1000) {
    result_.html.reserve(source_size + source_size / 2);
  }

  // Whether the whole document was rendered within the limits.
  bool render() {
    const bool is_whole = parse(footnotes_.source_without_definitions()) && write_footnotes() &&
                          insert_embedded_html();
    result_.has_remote_images = pictures_.has_remote();
    result_.has_data_images = pictures_.has_data();
    return is_whole;
  }

  RenderedMarkdown take() { return std::move(result_); }

 private:
  struct FootnoteUse {
    std::string number;
    std::size_t references = 0;
    Html text;
    bool ends_in_paragraph = false;  // whether a paragraph is still open
  };

  static Renderer& of(void* self) { return *static_cast<Renderer*>(self); }

  bool parse(const std::string& markdown) {
    const TableDelimiters delimiters(markdown);
    const std::string& source = delimiters.source();
    delimiters_ = &delimiters;
    source_ = source;
    MD_PARSER parser{};
    parser.flags = kFlags;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return of(self).finish_event(of(self).enter_block(type, detail));
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      of(self).leave_block(type, detail);
      return of(self).finish_event(true);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return of(self).finish_event(of(self).enter_span(type, detail));
    };
    parser.leave_span = [](MD_SPANTYPE type, void* detail, void* self) {
      of(self).leave_span(type, detail);
      return of(self).finish_event(true);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      of(self).text(type, view(text, size));
      return of(self).finish_event(true);
    };
    // md4c 0.4.8 reads one byte past its input: c_str() provides it.
    return md_parse(source.c_str(), static_cast<MD_SIZE>(source.size()), &parser, this) == 0;
  }

  int finish_event(bool within_bounds) {
    const std::size_t written = written_elsewhere_ + result_.leading_heading.size() +
                                result_.html.size() + heading_html_.size() + embedded_size_;
    const bool go_on = within_bounds && ++events_ <= event_limit_ && nesting_ <= kMaximumNesting &&
                       written <= output_limit_;
    return go_on ? 0 : -1;
  }

  // Where markup is written: a heading's content is buffered until its id is known.
  Html& out() { return heading_level_ > 0 ? heading_html_ : result_.html; }

  // Begins a block. Its direction is that of its text; in a block quote or list the outermost block
  // determines the side of bars and bullets, and the stylesheet the side of the text.
  void open(html::Literal tag) {
    out() += tag;
    out() += containers_ == 0 ? html::Literal(" dir=\"auto\">") : html::Literal(">");
  }

  // A block quote is written once its first text shows whether it is an alert.
  enum class Quotation { none, opened, paragraph_opened };
  void write_quotation() {
    if (quotation_ == Quotation::none) return;
    open("<blockquote");
    ++containers_;
    quotations_.push_back(false);
    if (quotation_ == Quotation::paragraph_opened) open("<p");
    quotation_ = Quotation::none;
  }

  bool enter_block(MD_BLOCKTYPE type, void* detail) {
    close_unclosed_spans();
    flush_text();
    close_held_paragraph();
    ++nesting_;
    if (type == MD_BLOCK_P && quotation_ == Quotation::opened) {
      quotation_ = Quotation::paragraph_opened;
      return true;
    }
    write_quotation();
    switch (type) {
      case MD_BLOCK_DOC:
      case MD_BLOCK_HTML:
        break;
      case MD_BLOCK_QUOTE:
        quotation_ = Quotation::opened;
        break;
      case MD_BLOCK_UL:
        open("<ul");
        ++containers_;
        break;
      case MD_BLOCK_OL:
        open_ordered_list(*static_cast<MD_BLOCK_OL_DETAIL*>(detail));
        break;
      case MD_BLOCK_LI:
        open_item(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
        break;
      case MD_BLOCK_HR:
        out() += "<hr>";
        break;
      case MD_BLOCK_H:
        heading_level_ = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_CODE:
        open_code(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
        break;
      case MD_BLOCK_P:
        open("<p");
        break;
      case MD_BLOCK_TABLE:
        if (static_cast<MD_BLOCK_TABLE_DETAIL*>(detail)->col_count > kMaximumColumns) return false;
        out() +=
            "<div dir=\"auto\" class=\"table-wrap\" role=\"group\" aria-label=\"Table\" "
            "tabindex=\"0\"><table>";
        break;
      case MD_BLOCK_THEAD:
        out() += "<thead>";
        break;
      case MD_BLOCK_TBODY:
        out() += "<tbody>";
        break;
      case MD_BLOCK_TR:
        out() += "<tr>";
        break;
      case MD_BLOCK_TH:
        in_table_cell_ = true;
        out() += "<th scope=\"col\"";
        write_alignment(*static_cast<MD_BLOCK_TD_DETAIL*>(detail));
        break;
      case MD_BLOCK_TD:
        in_table_cell_ = true;
        out() += "<td";
        write_alignment(*static_cast<MD_BLOCK_TD_DETAIL*>(detail));
        break;
    }
    return true;
  }

  void leave_block(MD_BLOCKTYPE type, void* /*detail*/) {
    if (type == MD_BLOCK_P && begin_alert()) {
      --nesting_;
      return;
    }
    close_unclosed_spans();
    flush_text();
    write_quotation();
    --nesting_;
    switch (type) {
      case MD_BLOCK_DOC:
      case MD_BLOCK_HTML:
      case MD_BLOCK_HR:
        break;
      case MD_BLOCK_QUOTE:
        --containers_;
        out() += quotations_.back() ? html::Literal("</div>\n") : html::Literal("</blockquote>\n");
        quotations_.pop_back();
        break;
      case MD_BLOCK_UL:
        --containers_;
        out() += "</ul>\n";
        break;
      case MD_BLOCK_OL:
        --containers_;
        out() += "</ol>\n";
        break;
      case MD_BLOCK_LI:
        out() += "</li>\n";
        break;
      case MD_BLOCK_H:
        write_heading();
        break;
      case MD_BLOCK_CODE:
        in_code_block_ = false;
        out() += std::exchange(in_formula_, false) ? html::Literal("</div>\n")
                                                   : html::Literal("</code></pre>\n");
        break;
      case MD_BLOCK_P:
        held_paragraph_ = true;
        if (!in_footnotes_ || nesting_ > 1) close_held_paragraph();
        add_first_text(" ");
        break;
      case MD_BLOCK_TABLE:
        out() += "</table></div>\n";
        break;
      case MD_BLOCK_THEAD:
        out() += "</thead>";
        break;
      case MD_BLOCK_TBODY:
        out() += "</tbody>";
        break;
      case MD_BLOCK_TR:
        out() += "</tr>";
        break;
      case MD_BLOCK_TH:
        in_table_cell_ = false;
        out() += "</th>";
        break;
      case MD_BLOCK_TD:
        in_table_cell_ = false;
        out() += "</td>";
        break;
    }
  }

  bool enter_span(MD_SPANTYPE type, void* detail) {
    flush_text();
    write_quotation();
    ++nesting_;
    spans_.push_back(type);
    text_end_ = nullptr;
    if (type == MD_SPAN_IMG) ++images_;
    // Within an image all text is its description.
    if (images_ > 0) return true;
    switch (type) {
      case MD_SPAN_EM:
        out() += "<em>";
        break;
      case MD_SPAN_STRONG:
        out() += "<strong>";
        break;
      case MD_SPAN_DEL:
        out() += "<del>";
        break;
      case MD_SPAN_CODE:
        out() += "<code>";
        in_code_span_ = true;
        break;
      case MD_SPAN_A:
        open_link(*static_cast<MD_SPAN_A_DETAIL*>(detail));
        break;
      default:
        break;
    }
    return true;
  }

  // md4c 0.4.8 pairs an emphasis mark within a link's destination with one outside, and then begins
  // or ends a span without its other half. An unpaired end mark is written as text.
  void write_stray_mark(MD_SPANTYPE type) {
    if (text_end_ == nullptr) return;
    const char mark = *text_end_;
    const std::size_t length = type == MD_SPAN_STRONG ? 2 : 1;
    if (mark == '*' || mark == '_' || mark == '~') pending_text_.append(length, mark);
  }

  void close_unclosed_spans() {
    while (!spans_.empty()) leave_span(spans_.back(), nullptr);
  }

  void leave_span(MD_SPANTYPE type, void* detail) {
    if (std::find(spans_.begin(), spans_.end(), type) == spans_.end()) {
      write_stray_mark(type);
      return;
    }
    while (spans_.back() != type) leave_span(spans_.back(), nullptr);
    spans_.pop_back();
    text_end_ = nullptr;
    flush_text();
    --nesting_;
    if (type == MD_SPAN_IMG && --images_ == 0) {
      // Images always have both halves, so there is detail.
      if (detail != nullptr) write_image(*static_cast<MD_SPAN_IMG_DETAIL*>(detail));
      return;
    }
    if (images_ > 0) return;
    switch (type) {
      case MD_SPAN_EM:
        out() += "</em>";
        break;
      case MD_SPAN_STRONG:
        out() += "</strong>";
        break;
      case MD_SPAN_DEL:
        out() += "</del>";
        break;
      case MD_SPAN_CODE:
        in_code_span_ = false;
        out() += colour_chip(std::exchange(code_span_, {}));
        out() += "</code>";
        break;
      case MD_SPAN_A:
        if (links_.back()) out() += "</a>";
        links_.pop_back();
        break;
      default:
        break;
    }
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_HTML) {
      if (pending_html_.empty()) flush_text();
      pending_html_ += formulas_.restored(text);
      return;
    }
    flush_html();
    switch (type) {
      case MD_TEXT_NORMAL:
        if (is_escaped(text)) {
          flush_text();
          begins_escaped_ = true;
        }
        pending_text_ += text;
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
        if (begin_alert()) {
          open("<p");
          return;
        }
        flush_text();
        write_quotation();
        if (images_ > 0) {
          image_text_ += ' ';
        } else {
          out() += type == MD_TEXT_BR ? html::Literal("<br>\n") : html::Literal("\n");
        }
        if (heading_level_ > 0) heading_name_ += ' ';
        add_plain_text(" ");
        return;
      default:  // code
        flush_text();
        write_quotation();
        if (in_code_block_) {
          write_code(text);
        } else {
          const std::string code = formulas_.restored(text);
          if (heading_level_ > 0) heading_name_ += code;
          if (in_code_span_) code_span_ += code;
          write_text(in_table_cell_ ? without_escaped_bars(code) : code);
        }
        return;
    }
  }

  bool is_in_source(std::string_view text) const {
    return text.data() >= source_.data() && text.data() < source_.data() + source_.size();
  }

  // Whether this bracket is escaped by a backslash. md4c begins a new text at an escaped character.
  bool is_escaped(std::string_view text) const {
    return text.starts_with('[') && is_in_source(text) && text.data() > source_.data() &&
           *(text.data() - 1) == '\\';
  }

  // md4c reports a line's indentation as spaces, from its own memory; the source has the original
  // white space.
  void write_code(std::string_view text) {
    const bool is_from_source = is_in_source(text);
    if (!is_from_source && text.find_first_not_of(' ') == std::string_view::npos) {
      indentation_ += text.size();
      return;
    }
    const std::size_t indentation = std::exchange(indentation_, 0);
    const auto position = static_cast<std::size_t>(text.data() - source_.data());
    if (is_from_source && indentation > 0) {
      out().append_text(indentation_before(position, indentation));
    } else {
      out().append_text(std::string(indentation, ' '));
    }
    out().append_text(formulas_.restored(is_from_source ? delimiters_->original_of(text, position)
                                                        : std::string(text)));
  }

  // The last `width` columns of the white space before `position`, with its tabs. A tab that begins
  // before these columns counts as the spaces that reach into them.
  std::string indentation_before(std::size_t position, std::size_t width) const {
    const auto column_behind = [&](std::size_t column, std::size_t at) {
      return source_[at] == '\t' ? column / kTabWidth * kTabWidth + kTabWidth : column + 1;
    };
    std::size_t begin = position;
    while (begin > 0 && source_[begin - 1] != '\n' && source_[begin - 1] != '\r') --begin;
    std::size_t end_column = 0;
    for (std::size_t at = begin; at < position; ++at) end_column = column_behind(end_column, at);
    std::size_t column = 0;
    std::size_t at = begin;
    for (; at < position && column + width < end_column; ++at) column = column_behind(column, at);
    const std::size_t covered = std::min(end_column - column, width);
    return std::string(width - covered, ' ') + std::string(source_.substr(at, position - at));
  }

  // GitHub-flavoured Markdown, 4.10: a bar within a cell is escaped, in code too.
  static std::string without_escaped_bars(std::string_view text) {
    std::string unescaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\' && text.substr(i + 1).starts_with('|')) continue;
      unescaped += text[i];
    }
    return unescaped;
  }

  // Whether the text so far marks the block quote that was just opened as an alert; if so, opens
  // the alert and drops the marker's paragraph.
  bool begin_alert() {
    if (quotation_ != Quotation::paragraph_opened) return false;
    const auto alert = alert_opening(pending_text_);
    if (!alert) return false;
    pending_text_.clear();
    quotation_ = Quotation::none;
    quotations_.push_back(true);
    out() += *alert;
    ++containers_;
    return true;
  }

  // Writes the text since the last markup, with footnote references, bare URLs and emoji.
  void flush_text() {
    flush_html();
    if (pending_text_.empty()) return;
    write_quotation();
    const std::string text = std::exchange(pending_text_, {});
    const std::size_t literal = std::exchange(begins_escaped_, false) ? 1 : 0;
    if (images_ > 0) {
      write_text_with_emoji(formulas_.restored(text));
      return;
    }
    // Links cannot be nested.
    if (is_in_link()) {
      write_text_with_formulas(text);
      return;
    }
    std::size_t done = 0;
    while (const auto reference = footnotes_.find_reference(text, std::max(done, literal))) {
      write_text_with_formulas(std::string_view(text).substr(done, reference->begin - done));
      write_reference(reference->footnote);
      done = reference->end;
    }
    write_text_with_formulas(std::string_view(text).substr(done));
  }

  bool is_in_link() const { return !links_.empty() || html_link_; }

  // Puts the document's HTML aside until all Markdown is rendered.
  void flush_html() {
    if (pending_html_.empty()) return;
    std::string html = std::exchange(pending_html_, {});
    if (images_ > 0) return;
    write_quotation();
    HtmlTokens tokens(html);
    while (const auto token = tokens.next()) {
      if (!core::equal_ignoring_case(token->name, "a")) continue;
      html_link_ = token->kind == HtmlToken::Kind::start_tag;
    }
    embedded_size_ += html.size();
    out() += embedded_.put_aside(std::move(html));
  }

  bool insert_embedded_html() {
    if (embedded_.empty()) return true;
    std::vector<Heading> leading;
    if (!result_.leading_heading.empty()) {
      leading.push_back(std::move(result_.headings.front()));
      result_.headings.erase(result_.headings.begin());
    }
    if (!embedded_.insert_into(result_.leading_heading, leading) ||
        !embedded_.insert_into(result_.html, result_.headings))
      return false;
    result_.headings.insert(result_.headings.begin(), std::make_move_iterator(leading.begin()),
                            std::make_move_iterator(leading.end()));
    return result_.leading_heading.size() + result_.html.size() <= output_limit_;
  }

  void write_text_with_formulas(std::string_view text) {
    std::size_t done = 0;
    while (const auto placeholder = formulas_.find_placeholder(text, done)) {
      write_text_with_links(text.substr(done, placeholder->begin - done));
      write_formula(placeholder->formula);
      done = placeholder->end;
    }
    write_text_with_links(text.substr(done));
  }

  // Readable as it is; a script renders it.
  void write_formula(const Formula& formula) {
    result_.has_formulas = true;
    if (heading_level_ > 0) heading_name_ += formula.tex;
    out() += formula.is_display ? html::Literal("<span class=\"math math-display\">")
                                : html::Literal("<span class=\"math\">");
    write_text(formula.tex);
    out() += "</span>";
  }

  // Footnotes are numbered in the order of their first references.
  void write_reference(std::size_t footnote) {
    FootnoteUse& use = footnote_uses_[footnote];
    if (use.references == 0) {
      used_footnotes_.push_back(footnote);
      use.number = std::to_string(used_footnotes_.size());
    }
    out() += html::format(
        "<sup class=\"footnote-reference\"><a href=\"#fn-{}\" id=\"{}\" "
        "aria-describedby=\"footnotes\">{}</a></sup>",
        use.number, reference_id(use.number, ++use.references), use.number);
  }

  static std::string reference_id(const std::string& number, std::size_t reference) {
    return "fnref-" + number + (reference > 1 ? "-" + std::to_string(reference) : "");
  }

  // Footnotes may refer to others, so all are rendered before the backlinks are known.
  bool write_footnotes() {
    if (used_footnotes_.empty()) return true;
    in_footnotes_ = true;
    ++containers_;
    Html document = std::exchange(result_.html, {});
    written_elsewhere_ = document.size();
    for (std::size_t next = 0; next < used_footnotes_.size();) {
      const std::size_t footnote = used_footnotes_[next++];  // may add further ones
      if (!parse(footnotes_.text(footnote))) return false;
      FootnoteUse& use = footnote_uses_[footnote];
      use.text = std::exchange(result_.html, {});
      use.ends_in_paragraph = std::exchange(held_paragraph_, false);
      written_elsewhere_ += use.text.size();
    }
    result_.html = std::move(document);
    result_.html +=
        "<section class=\"footnotes\"><h2 id=\"footnotes\">Footnotes</h2>\n<ol dir=\"auto\">\n";
    for (const std::size_t footnote : used_footnotes_) write_footnote(footnote_uses_[footnote]);
    result_.html += "</ol></section>\n";
    return true;
  }

  void write_footnote(const FootnoteUse& use) {
    result_.html += html::format("<li id=\"fn-{}\">{}", use.number, use.text);
    if (!use.ends_in_paragraph) result_.html += "<p>";
    for (std::size_t i = 1; i <= use.references; ++i) {
      const std::string which = i > 1 ? use.number + "-" + std::to_string(i) : use.number;
      result_.html += html::format(
          " <a class=\"footnote-back\" href=\"#{}\" aria-label=\"Back to reference {}\">"
          "\u21a9\ufe0e",
          reference_id(use.number, i), which);
      if (i > 1) result_.html += html::format("<sup>{}</sup>", std::to_string(i));
      result_.html += "</a>";
    }
    result_.html += "</p></li>\n";
  }

  void close_held_paragraph() {
    if (std::exchange(held_paragraph_, false)) out() += "</p>\n";
  }

  void write_text_with_links(std::string_view text) {
    if (heading_level_ > 0) heading_name_ += text;
    if (is_in_link()) {
      write_text_with_emoji(text);
      return;
    }
    std::size_t done = 0;
    while (const auto link = html::find_autolink(text, done)) {
      write_text_with_emoji(text.substr(done, link->begin - done));
      const auto url = html::safe_link_url(link->url);
      if (url)
        out() += html::format("<a href=\"{}\" rel=\"noopener noreferrer nofollow ugc\">", *url);
      write_text(text.substr(link->begin, link->end - link->begin));
      if (url) out() += "</a>";
      done = link->end;
    }
    write_text_with_emoji(text.substr(done));
  }

  void write_text_with_emoji(std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos;) {
      const std::string_view rest = text.substr(colon + 1);
      const std::size_t length = cut(rest, kLongestEmojiName + 1).find(':');
      const std::string_view emoji = length == std::string_view::npos
                                         ? std::string_view()
                                         : emoji_named(rest.substr(0, length));
      if (emoji.empty()) {
        colon = text.find(':', colon + 1);
        continue;
      }
      write_text(text.substr(0, colon));
      write_text(emoji);
      text.remove_prefix(colon + length + 2);
      colon = text.find(':');
    }
    write_text(text);
  }

  void write_text(std::string_view text) {
    if (images_ > 0) {
      image_text_ += text;
    } else {
      out().append_text(text);
    }
    add_plain_text(text);
  }

  void add_plain_text(std::string_view text) {
    if (heading_level_ > 0) {
      heading_text_ += text;
    } else {
      add_first_text(text);
    }
  }

  void add_first_text(std::string_view text) {
    if (in_footnotes_) return;
    const std::size_t left =
        kFirstTextLength - std::min(kFirstTextLength, result_.first_text.size());
    if (!(result_.first_text.empty() && text == " ")) result_.first_text += cut(text, left);
  }

  // The text of an attribute, with its entities decoded.
  std::string decoded(const MD_ATTRIBUTE& attribute) const {
    std::string text;
    if (attribute.size == 0) return text;  // the offsets are missing too
    for (std::size_t i = 0; attribute.substr_offsets[i] < attribute.size; ++i) {
      const MD_OFFSET begin = attribute.substr_offsets[i];
      const std::string_view part =
          view(attribute.text + begin, attribute.substr_offsets[i + 1] - begin);
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
    return formulas_.restored(text);
  }

  void open_link(const MD_SPAN_A_DETAIL& detail) {
    auto tag = link_tag(decoded(detail.href), decoded(detail.title));
    links_.push_back(tag.has_value());
    if (!tag) return;
    *tag += ">";
    out() += *tag;
  }

  void write_image(const MD_SPAN_IMG_DETAIL& detail) {
    pictures_.write({.source = decoded(detail.src),
                     .description = std::exchange(image_text_, {}),
                     .title = decoded(detail.title)},
                    is_in_link(), out());
  }

  void open_ordered_list(const MD_BLOCK_OL_DETAIL& detail) {
    out() += "<ol";
    if (detail.start != 1) out() += html::format(" start=\"{}\"", std::to_string(detail.start));
    open("");
    ++containers_;
  }

  void open_item(const MD_BLOCK_LI_DETAIL& detail) {
    if (detail.is_task == 0) {
      out() += "<li>";
      return;
    }
    out() += "<li class=\"task-list-item\"><input type=\"checkbox\" disabled";
    out() += detail.task_mark == ' ' ? html::Literal(" aria-label=\"To do\"> ")
                                     : html::Literal(" checked aria-label=\"Done\"> ");
  }

  void open_code(const MD_BLOCK_CODE_DETAIL& detail) {
    in_code_block_ = true;
    indentation_ = 0;
    std::string language;
    for (const char c : decoded(detail.lang)) {
      const bool allowed = core::is_letter_or_digit(c) ||
                           std::string_view("+#._-").find(c) != std::string_view::npos;
      if (allowed && language.size() < 40) language += c;
    }
    if (language == "math") {
      in_formula_ = true;
      result_.has_formulas = true;
      out() += "<div class=\"math\" role=\"group\" aria-label=\"Formula\" tabindex=\"0\">";
    } else if (language.empty()) {
      out() += "<pre tabindex=\"0\"><code>";
    } else {
      (language == "mermaid" ? result_.has_diagrams : result_.has_code) = true;
      if (is_map_or_solid(language))
        out() += "<p class=\"code-note\">Maps and solids are shown as their source.</p>";
      out() += html::format("<pre tabindex=\"0\"><code class=\"language-{}\">", language);
    }
  }

  void write_alignment(const MD_BLOCK_TD_DETAIL& detail) {
    switch (detail.align) {
      case MD_ALIGN_LEFT:
        out() += " class=\"align-left\">";
        break;
      case MD_ALIGN_CENTER:
        out() += " class=\"align-center\">";
        break;
      case MD_ALIGN_RIGHT:
        out() += " class=\"align-right\">";
        break;
      case MD_ALIGN_DEFAULT:
        out() += ">";
        break;
    }
  }

  void write_heading() {
    Heading heading{std::exchange(heading_level_, 0), {}, std::exchange(heading_text_, {})};
    const Html content = std::exchange(heading_html_, {});
    heading.id = ids_.next(std::exchange(heading_name_, {}));
    const std::string level = std::to_string(heading.level);
    const bool leads =
        heading.level == 1 && !in_footnotes_ && result_.headings.empty() && result_.html.empty();
    Html& where = leads ? result_.leading_heading : out();
    where += html::format(
        // The anchor is not part of the heading's accessible name; the table of contents has the
        // same links.
        "<h{} id=\"{}\" dir=\"auto\">{}<a class=\"anchor\" href=\"#{}\" tabindex=\"-1\" "
        "aria-hidden=\"true\"></a></h{}>\n",
        level, heading.id, content, heading.id, level);
    if (!in_footnotes_) result_.headings.push_back(std::move(heading));
  }

  const Formulas& formulas_;
  const Footnotes& footnotes_;
  std::vector<FootnoteUse> footnote_uses_;   // for each of them
  std::vector<std::size_t> used_footnotes_;  // in the order of their numbers
  bool in_footnotes_ = false;
  bool held_paragraph_ = false;  // the footnote's last one so far, which gets the backlinks
  PictureWriter pictures_;

  std::string_view source_;                      // the source being parsed
  const TableDelimiters* delimiters_ = nullptr;  // of its tables
  RenderedMarkdown result_;
  std::size_t written_elsewhere_ = 0;
  std::size_t output_limit_;
  std::size_t event_limit_;
  std::size_t events_ = 0;
  std::size_t nesting_ = 0;
  std::vector<MD_SPANTYPE> spans_;  // open spans, outermost first
  // The end of the last text in the source; null after anything else.
  const char* text_end_ = nullptr;

  std::string pending_text_;
  bool begins_escaped_ = false;  // the pending text begins with an escaped bracket
  std::vector<bool> links_;      // open links; false for an unsafe one
  std::string image_text_;
  int images_ = 0;
  bool in_code_block_ = false;
  bool in_formula_ = false;  // inside a block in the language "math"
  bool in_table_cell_ = false;
  std::size_t indentation_ = 0;  // columns of the current line of code

  std::string pending_html_;  // of the document's own
  std::size_t embedded_size_ = 0;
  bool html_link_ = false;  // a link of it is open
  bool in_code_span_ = false;
  std::string code_span_;

  int heading_level_ = 0;
  Html heading_html_;
  std::string heading_text_;  // as shown
  std::string heading_name_;  // as written, with the names of emoji; for its id
  HeadingIds ids_;
  EmbeddedHtml embedded_{pictures_, ids_};

  int containers_ = 0;  // open block quotes and lists
  Quotation quotation_ = Quotation::none;
  std::vector<bool> quotations_;  // open block quotes; true for an alert
};

RenderedMarkdown as_plain_text(const std::string& source) {
  RenderedMarkdown result;
  result.too_complex = true;
  result.first_text = cut(source, kFirstTextLength);
  result.html = html::format(
      "<p class=\"note\">This document is too large or too deeply nested to render. Its source is "
      "shown instead.</p><pre class=\"plain-source\" tabindex=\"0\">{}</pre>",
      source);
  return result;
}

}  // namespace

RenderedMarkdown render_markdown(const std::string& source, core::RemoteImages remote_images) {
  if (source.size() > kMaximumSource || is_costly_to_parse(source)) return as_plain_text(source);
  const FrontMatter front_matter(source);
  const Formulas formulas(std::string_view(source).substr(front_matter.size()));
  const Footnotes footnotes(formulas.source_with_placeholders());
  for (std::size_t i = 0; i < footnotes.size(); ++i) {
    if (is_costly_to_parse(footnotes.text(i))) return as_plain_text(source);
  }
  Renderer renderer(formulas, footnotes, source.size(), remote_images);
  if (!renderer.render()) return as_plain_text(source);
  RenderedMarkdown rendered = renderer.take();
  rendered.begins_with_heading =
      !rendered.leading_heading.empty() || has_heading_first(rendered.html.str());
  if (front_matter.size() > 0) {
    Html html = front_matter.html();
    html += rendered.html;
    rendered.html = std::move(html);
  }
  return rendered;
}

}  // namespace templates
