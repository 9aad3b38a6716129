#include "templates/markdown/source/block_lines.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include <md4c.h>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "templates/markdown/embedded_html/html_tokens.h"

namespace templates {
namespace {

// The number of characters `mark` that `text` begins with.
std::size_t leading(std::string_view text, char mark) {
  return std::min(text.find_first_not_of(mark), text.size());
}

bool is_setext_underline(std::string_view text) {
  if (!text.starts_with('=') && !text.starts_with('-')) return false;
  const std::string_view behind = text.substr(leading(text, text.front()));
  return behind.find_first_not_of(' ') == std::string_view::npos;
}

bool is_rule(std::string_view text) {
  constexpr std::ptrdiff_t kFewestMarks = 3;
  const char mark = text.front();
  return (mark == '-' || mark == '_' || mark == '*') &&
         text.find_first_not_of(std::string{mark, ' ', '\t'}) == std::string_view::npos &&
         std::count(text.begin(), text.end(), mark) >= kFewestMarks;
}

bool is_heading(std::string_view text) {
  constexpr std::size_t kMostMarks = 6;
  const std::size_t marks = leading(text, '#');
  return marks > 0 && marks <= kMostMarks && is_blank(text.substr(marks, 1));
}

// The size of the mark of a block quote or list item that `text` begins with; 0 if there is none.
std::size_t container_mark(std::string_view text) {
  constexpr std::size_t kMostDigits = 9;
  if (text.starts_with('>')) return 1;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view mark = text.substr(digits, 1);
  if (mark.empty() || digits > kMostDigits || !is_blank(text.substr(digits + 1, 1))) return 0;
  const std::string_view marks = digits == 0 ? "-+*" : ".)";
  return marks.find(mark) == std::string_view::npos ? 0 : digits + 1;
}

// The size of the `[^name]:` that `text` begins with; 0 if there is none.
std::size_t footnote_mark(std::string_view text) {
  if (!text.starts_with("[^")) return 0;
  const std::size_t end = text.find_first_of("[] \t", 2);
  if (end == std::string_view::npos || end == 2 || !text.substr(end).starts_with("]:")) return 0;
  return end + 2;
}

// Whether a list that begins with `text`, behind a mark of this size, ends a paragraph.
bool ends_paragraph(std::string_view text, std::size_t mark) {
  const std::string_view number = text.substr(0, mark - 1);
  const bool is_first = number.find_first_not_of('0') == number.size() - 1 && number.ends_with('1');
  return text.front() == '>' || (!is_blank(text.substr(mark)) && (number.empty() || is_first));
}

constexpr std::size_t kMaximumDigits = 9;  // CommonMark 5.2

// The length of the list marker at the beginning of `text`; 0 if there is none.
std::size_t item_marker(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view marks = digits == 0 ? "-+*" : ".)";
  if (digits > kMaximumDigits || digits + 1 >= text.size()) return 0;
  const bool is_marked = marks.find(text[digits]) != std::string_view::npos;
  const bool is_ended = text[digits + 1] == ' ' || text[digits + 1] == '\t';
  return is_marked && is_ended ? digits + 1 : 0;
}

// Whether md4c begins a block of HTML at this line below text.
bool begins_html(const std::string& line) {
  bool has_begun = false;
  MD_PARSER parser{};
  parser.enter_block = [](MD_BLOCKTYPE type, void*, void* found) {
    if (type == MD_BLOCK_HTML) *static_cast<bool*>(found) = true;
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
  parser.enter_span = parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
  parser.text = [](MD_TEXTTYPE, const MD_CHAR*, MD_SIZE, void*) { return 0; };
  const std::string source = "text\n" + line + '\n';
  md_parse(source.c_str(), static_cast<MD_SIZE>(source.size()), &parser, &has_begun);
  return has_begun;
}

// Those of CommonMark's names that md4c finds: its releases know different ones, and none finds a
// name that another one begins ("head" hides "header").
std::vector<std::string_view> found_by_md4c(std::initializer_list<std::string_view> names) {
  std::vector<std::string_view> found;
  for (const std::string_view name : names)
    if (begins_html('<' + std::string(name) + '>')) found.push_back(name);
  return found;
}

const std::vector<std::string_view>& verbatim_elements() {
  static const auto names = found_by_md4c({"script", "pre", "style", "textarea"});
  return names;
}

// Sorted.
const std::vector<std::string_view>& block_elements() {
  static const auto names = found_by_md4c(
      {"address", "article",  "aside",  "base",     "basefont", "blockquote", "body",
       "caption", "center",   "col",    "colgroup", "dd",       "details",    "dialog",
       "dir",     "div",      "dl",     "dt",       "fieldset", "figcaption", "figure",
       "footer",  "form",     "frame",  "frameset", "h1",       "h2",         "h3",
       "h4",      "h5",       "h6",     "head",     "header",   "hr",         "html",
       "iframe",  "legend",   "li",     "link",     "main",     "menu",       "menuitem",
       "nav",     "noframes", "ol",     "optgroup", "option",   "p",          "param",
       "search",  "section",  "source", "summary",  "table",    "tbody",      "td",
       "tfoot",   "th",       "thead",  "title",    "tr",       "track",      "ul"});
  return names;
}

bool begins_block_element(std::string_view tag) {
  tag.remove_prefix(tag.starts_with('/') ? 1 : 0);
  const std::size_t end = std::min(tag.find_first_of(" \t>/"), tag.size());
  if (tag.substr(end).starts_with('/') && !tag.substr(end).starts_with("/>")) return false;
  return std::binary_search(block_elements().begin(), block_elements().end(),
                            std::string_view(core::in_lower_case(tag.substr(0, end))));
}

// Whether `line` is a single tag.
bool is_tag(std::string_view line) {
  HtmlTokens tokens(line);
  const auto tag = tokens.next();
  using Kind = HtmlToken::Kind;
  return tag && (tag->kind == Kind::start_tag || tag->kind == Kind::end_tag) &&
         is_blank(line.substr(tag->source.size()));
}

bool contains_end_tag(std::string_view line) {
  for (std::size_t at = line.find("</"); at != std::string_view::npos; at = line.find("</", at + 2))
    for (const std::string_view name : verbatim_elements())
      if (core::starts_with_ignoring_case(line.substr(at + 2), std::string(name) + '>'))
        return true;
  return false;
}

}  // namespace

// A line, and how far it was read.
class BlockLines::Line {
 public:
  explicit Line(std::string_view text) : text_(text) { skip_space(); }

  std::string_view rest() const { return text_.substr(at_); }
  bool is_blank() const { return at_ == text_.size(); }
  // The indentation of the rest, in columns within the containers that were entered.
  std::size_t indentation() const { return indentation_; }
  bool is_indented_as_code() const { return indentation_ >= kIndentationOfCode; }

  void enter_quote() {
    pass(1);
    if (indentation_ > 0) --indentation_;  // A space belongs to the mark.
  }

  void enter_item(std::size_t text_begin) { indentation_ -= text_begin; }

  void skip(std::size_t size) { at_ += size; }

  // Moves behind a mark of this size. Returns the least indentation of what belongs to it.
  std::size_t open(std::size_t size) {
    const std::size_t mark_end = indentation_ + size;
    pass(size);
    if (!is_blank() && indentation_ <= kIndentationOfCode)
      return mark_end + std::exchange(indentation_, 0);
    if (!is_blank()) --indentation_;
    return mark_end + 1;
  }

 private:
  void pass(std::size_t size) {
    at_ += size;
    column_ += size;
    skip_space();
  }

  void skip_space() {
    const std::size_t begin = column_;
    for (; at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'); ++at_)
      column_ = text_[at_] == '\t' ? (column_ / kTabWidth + 1) * kTabWidth : column_ + 1;
    indentation_ = column_ - begin;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t column_ = 0;  // of the rest
  std::size_t indentation_ = 0;
};

LineKind BlockLines::take(std::string_view text) {
  Line line(text);
  std::size_t inside = enter_containers(line);
  if (const auto kind = kind_in_block(line, inside == containers_.size())) {
    containers_.resize(inside);
    return *kind;
  }
  bool is_below_text = last_ == LineKind::text;
  while (!line.is_blank() && inside <= kMaximumContainers &&
         open_container(line, inside, is_below_text)) {
    inside = containers_.size();
    is_below_text = false;
    last_ = LineKind::blank;
  }
  if (line.is_blank()) {
    const bool is_code = last_ == LineKind::indented_code && inside == containers_.size();
    last_ = is_code ? LineKind::indented_code : LineKind::blank;
  } else if (last_ == LineKind::text && inside == containers_.size() &&
             !line.is_indented_as_code() && is_setext_underline(line.rest())) {
    last_ = LineKind::heading;
  } else {
    last_ = kind_of(line, is_below_text);
    lines_of_paragraph_ = is_below_text ? lines_of_paragraph_ + 1 : 1;
    // A paragraph goes on with less indentation.
    if (last_ == LineKind::text && is_below_text) inside = containers_.size();
  }
  containers_.resize(inside);
  const LineKind kind = last_;
  if (kind == LineKind::heading || kind == LineKind::rule) end_block();
  return kind;
}

std::size_t BlockLines::enter_containers(Line& line) const {
  std::size_t inside = 0;
  for (; inside < containers_.size(); ++inside) {
    const Container& container = containers_[inside];
    if (container.mark == '>') {
      if (line.is_indented_as_code() || !line.rest().starts_with('>')) break;
      line.enter_quote();
    } else if (line.indentation() >= container.text_begin) {
      line.enter_item(container.text_begin);
    } else if (!line.is_blank()) {
      break;
    }
  }
  return inside;
}

std::optional<LineKind> BlockLines::kind_in_block(Line& line, bool is_inside) {
  if (last_ == LineKind::fenced_code) {
    const bool may_close = !line.is_indented_as_code();
    const bool closes = may_close && closes_fence(line.rest());
    if (closes) last_ = LineKind::blank;
    if (closes || is_inside) return LineKind::fenced_code;
    // Whatever the line is, md4c 0.4.8 does not look at these characters again.
    if (may_close) line.skip(leading(line.rest(), fence_mark_));
    return std::nullopt;
  }
  const HtmlBlock html = std::exchange(html_, HtmlBlock::none);
  if (html == HtmlBlock::none || !is_inside) return std::nullopt;
  if (html == HtmlBlock::element && line.is_blank()) return last_ = LineKind::blank;
  if (!ends_html_block(html, line.rest())) html_ = html;
  return LineKind::html;
}

bool BlockLines::open_container(Line& line, std::size_t outer, bool is_below_text) {
  const std::string_view text = line.rest();
  if (line.is_indented_as_code() || is_rule(text)) return false;
  if (const std::size_t size = outer == 0 ? footnote_mark(text) : 0; size > 0) {
    line.open(size);
    containers_ = {{'^', kIndentationOfCode}};
    return true;
  }
  const std::size_t size = container_mark(text);
  const bool is_inside = outer == containers_.size();
  if (size == 0 ||
      (is_below_text && is_inside && (is_setext_underline(text) || !ends_paragraph(text, size))))
    return false;
  containers_.resize(outer);
  containers_.push_back({text[size - 1], line.open(size)});
  return true;
}

LineKind BlockLines::kind_of(const Line& line, bool is_below_text) {
  const std::string_view text = line.rest();
  if (line.is_indented_as_code()) {
    if (last_ == LineKind::blank || last_ == LineKind::indented_code)
      return LineKind::indented_code;
  } else if (is_rule(text)) {
    return LineKind::rule;
  } else if (is_heading(text)) {
    return LineKind::heading;
  }
  if (opens_fence(text)) return LineKind::fenced_code;
  const HtmlBlock html = html_block_at(text, is_below_text);
  if (html == HtmlBlock::none) return LineKind::text;
  if (!ends_html_block(html, text)) html_ = html;
  return LineKind::html;
}

bool BlockLines::opens_fence(std::string_view text) {
  constexpr std::size_t kShortestFence = 3;
  const char mark = text.front();
  if (mark != '`' && mark != '~') return false;
  const std::size_t length = leading(text, mark);
  // Inline `` ```a``` `` is a code span.
  const bool is_span = mark == '`' && text.find('`', length) != std::string_view::npos;
  if (length < kShortestFence || is_span) return false;
  fence_mark_ = mark;
  fence_length_ = length;
  return true;
}

bool BlockLines::closes_fence(std::string_view text) const {
  const std::size_t length = leading(text, fence_mark_);
  return length >= fence_length_ &&
         text.substr(length).find_first_not_of(' ') == std::string_view::npos;
}

std::string_view take_line(std::string_view& source) {
  core::CpuLimit::check();
  const std::size_t end = std::min(source.find('\n'), source.size());
  std::string_view line = source.substr(0, end);
  source.remove_prefix(std::min(end + 1, source.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::size_t container_prefix(std::string_view line) {
  std::size_t at = 0;
  for (;;) {
    at = std::min(line.find_first_not_of(" \t>", at), line.size());
    const std::size_t marker = item_marker(line.substr(at));
    if (marker == 0) return at;
    at += marker;
  }
}

HtmlBlock html_block_at(std::string_view line, bool is_below_text) {
  if (!line.starts_with('<') || line.size() < 2) return HtmlBlock::none;
  const std::string_view tag = line.substr(1);
  for (const std::string_view name : verbatim_elements())
    if (core::starts_with_ignoring_case(tag, name)) return HtmlBlock::verbatim;
  if (tag.starts_with("!--")) return HtmlBlock::comment;
  if (tag.starts_with('?')) return HtmlBlock::instruction;
  if (tag.starts_with("![CDATA[")) return HtmlBlock::cdata;
  static const bool may_be_small = begins_html("<!a>");
  if (tag.size() > 1 && tag.front() == '!' &&
      ((tag[1] >= 'A' && tag[1] <= 'Z') || (may_be_small && tag[1] >= 'a' && tag[1] <= 'z')))
    return HtmlBlock::declaration;
  const bool begins = begins_block_element(tag) || (!is_below_text && is_tag(line));
  return begins ? HtmlBlock::element : HtmlBlock::none;
}

bool ends_html_block(HtmlBlock block, std::string_view line) {
  const auto contains = [&](std::string_view end) {
    return line.find(end) != std::string_view::npos;
  };
  switch (block) {
    case HtmlBlock::verbatim:
      return contains_end_tag(line);
    case HtmlBlock::comment:
      return contains("-->");
    case HtmlBlock::instruction:
      return contains("?>");
    case HtmlBlock::declaration:
      return contains(">");
    case HtmlBlock::cdata:
      return contains("]]>");
    default:
      return block == HtmlBlock::none;
  }
}

}  // namespace templates
