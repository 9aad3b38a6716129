#include "templates/markdown/embedded_html/embedded_html.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "core/text/utf8.h"
#include "templates/markdown/embedded_html/html_tokens.h"
#include "templates/markdown/embedded_html/tag_balance.h"
#include "templates/markdown/link.h"

namespace templates {
namespace {

using html::Html;

// The name of the attribute that marks the elements that Markdown made. It is a character for
// private use, which is replaced in the tags of documents. Its value is where the element's tag is
// in the markup, or all of the element if it has no HTML of the document in it.
constexpr std::string_view kOwnMark = "\U000f5a1e";
constexpr std::string_view kReplacement = "\ufffd";
constexpr char kWholeMark = 'w';

// Parsed at once, so that short parts do not cost more than they have to.
constexpr std::size_t kBatch = std::size_t{16} << 10;
// Far above what the balanced tags can reach.
constexpr std::size_t kMaximumLevels = 1000;
constexpr std::size_t kLongestId = 200;
constexpr int kMostSpanned = 1000;

std::string own_attribute(std::size_t begin, std::size_t end, bool is_whole) {
  std::string attribute = " ";
  attribute.append(kOwnMark).append("=\"").append(std::to_string(begin)).append(",");
  attribute.append(std::to_string(end));
  if (is_whole) attribute += kWholeMark;
  return attribute + '"';
}

struct OwnPart {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_whole = false;
};

OwnPart read_own_part(std::string_view value) {
  OwnPart part;
  const char* const end = value.data() + value.size();
  const char* const comma = std::from_chars(value.data(), end, part.begin).ptr;
  const char* const behind = std::from_chars(comma + 1, end, part.end).ptr;
  part.is_whole = behind != end;
  return part;
}

std::string without_marks(std::string_view attributes) {
  std::string unmarked;
  for (;;) {
    const std::size_t mark = attributes.find(kOwnMark);
    unmarked += attributes.substr(0, mark);
    if (mark == std::string_view::npos) return unmarked;
    unmarked += kReplacement;
    attributes.remove_prefix(mark + kOwnMark.size());
  }
}

std::string_view text_of(const char* attribute) {
  return attribute == nullptr ? std::string_view() : std::string_view(attribute);
}

std::string_view attribute(const GumboElement& element, const char* name) {
  const GumboAttribute* const found = gumbo_get_attribute(&element.attributes, name);
  return found == nullptr ? std::string_view() : text_of(found->value);
}

bool has_attribute(const GumboElement& element, const char* name) {
  return gumbo_get_attribute(&element.attributes, name) != nullptr;
}

// Gumbo 0.10 does not know the name of each element.
std::string name_of(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece name = element.original_tag;
  gumbo_tag_from_original_text(&name);
  return core::in_lower_case({name.data, name.data == nullptr ? 0 : name.length});
}

template <typename Visit>
void for_each_child(const GumboVector& nodes, Visit visit) {
  for (unsigned i = 0; i < nodes.length; ++i) visit(*static_cast<const GumboNode*>(nodes.data[i]));
}

bool is_text(const GumboNode& node) {
  return node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_WHITESPACE ||
         node.type == GUMBO_NODE_CDATA;
}

html::Literal alignment_class(std::string_view name, std::string_view align) {
  if (name == "center" || core::equal_ignoring_case(align, "center"))
    return " class=\"align-center\"";
  if (core::equal_ignoring_case(align, "right")) return " class=\"align-right\"";
  if (core::equal_ignoring_case(align, "left")) return " class=\"align-left\"";
  return "";
}

Picture::Side side_of(std::string_view align) {
  if (core::equal_ignoring_case(align, "left")) return Picture::Side::left;
  if (core::equal_ignoring_case(align, "right")) return Picture::Side::right;
  return Picture::Side::none;
}

// The condition of a source in the only words that pages know; empty for any other.
std::string_view colour_scheme_query(std::string_view media) {
  std::string query;
  for (const char c : media)
    if (core::kWhitespace.find(c) == std::string_view::npos) query += core::lower_case(c);
  if (query == "(prefers-color-scheme:dark)") return "(prefers-color-scheme: dark)";
  if (query == "(prefers-color-scheme:light)") return "(prefers-color-scheme: light)";
  return {};
}

std::optional<std::string> small_number(std::string_view text) {
  int number = 0;
  text = core::trim(text);
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || stop != text.data() + text.size() || number < 0 ||
      number > kMostSpanned)
    return std::nullopt;
  return std::to_string(number);
}

// The beginning of the text of a heading, with the descriptions of its pictures.
void collect_text(const GumboVector& nodes, std::string& text) {
  for_each_child(nodes, [&](const GumboNode& node) {
    if (text.size() >= kMaximumHeadingBytes) return;
    if (is_text(node)) text += node.v.text.text;
    if (node.type != GUMBO_NODE_ELEMENT) return;
    if (node.v.element.tag == GUMBO_TAG_IMG && !has_attribute(node.v.element, kOwnMark.data()))
      text += attribute(node.v.element, "alt");
    collect_text(node.v.element.children, text);
  });
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const std::string_view word : core::split_words(text))
    line.append(line.empty() ? "" : " ").append(word);
  return line;
}

}  // namespace

// Writes the nodes of a tree.
class EmbeddedHtml::Writer {
 public:
  Writer(const Html& markup, PictureWriter& pictures, HeadingIds& ids,
         const std::vector<Heading>& headings)
      : markup_(markup), pictures_(pictures), ids_(ids), own_headings_(headings) {}

  bool write(const HtmlTree& tree) {
    write_all(tree.nodes());
    return levels_left_;
  }

  // A part of the markup that has no HTML of the document in it.
  void copy(std::size_t begin, std::size_t end, std::size_t headings) {
    output_.append_part(markup_, begin, end);
    for (; headings > 0; --headings) take_own_heading();
  }

  std::size_t size() const { return output_.size(); }
  Html take_output() { return std::move(output_); }
  std::vector<Heading> take_headings() { return std::move(headings_); }

 private:
  struct Place {
    bool is_in_link = false;
    bool is_in_table = false;
    bool is_in_picture = false;
  };

  void take_own_heading() {
    if (own_heading_ < own_headings_.size()) headings_.push_back(own_headings_[own_heading_++]);
  }

  void write_all(const GumboVector& nodes) {
    if (++level_ > kMaximumLevels) {
      levels_left_ = false;
    } else {
      for_each_child(nodes, [&](const GumboNode& node) { write_node(node); });
    }
    --level_;
  }

  void write_node(const GumboNode& node) {
    if (is_text(node)) {
      output_.append_text(node.v.text.text);
    } else if (node.type == GUMBO_NODE_ELEMENT) {
      const GumboElement& element = node.v.element;
      const Place outside = place_;
      const std::string_view own = attribute(element, kOwnMark.data());
      const std::string name = name_of(element);
      if (!own.empty()) {
        write_own(element, name, read_own_part(own));
      } else if (const Element* const known = find_element(name); known != nullptr) {
        if (!known->has(Element::is_our_own) && !known->has(Element::is_shown_as_text))
          write_element(element, *known);
      } else {
        write_all(element.children);
      }
      place_ = outside;
    }
  }

  // An element that Markdown made.
  void write_own(const GumboElement& element, std::string_view name, const OwnPart& part) {
    output_.append_part(markup_, part.begin, part.end);
    const Element* const known = find_element(name);
    if (part.is_whole || known == nullptr) return;
    if (known->has(Element::is_heading)) take_own_heading();
    if (name == "a") place_.is_in_link = true;
    if (name == "table") place_.is_in_table = true;
    if (known->has(Element::is_void)) return;
    write_all(element.children);
    write_end(*known);
  }

  void write_end(const Element& element) {
    // Of the list of elements, which has no text of a document.
    output_ += "</";
    output_.append_text(element.written);
    output_ += ">";
  }

  void write_element(const GumboElement& element, const Element& known) {
    const std::string_view name = known.name;
    if (name == "img") return write_picture(element);
    if (name == "source") return write_source(element);
    if (name == "a") return write_link(element);
    if (name == "picture") return write_choice(element);
    if (known.has(Element::is_heading)) return write_heading(element, known);
    if (name == "table" && !place_.is_in_table) return write_table(element, known);
    write_start(element, known);
    if (known.has(Element::is_void)) return;
    if (name == "pre") keep_first_line_break(element);
    write_all(element.children);
    write_end(known);
  }

  void write_start(const GumboElement& element, const Element& known) {
    output_ += "<";
    output_.append_text(known.written);
    write_attributes(element, known);
    output_ += ">";
  }

  void write_attributes(const GumboElement& element, const Element& known) {
    write_common_attributes(element);
    const std::string_view name = known.name;
    if (name != "table") output_ += alignment_class(name, attribute(element, "align"));
    if (name == "details" && has_attribute(element, "open")) output_ += " open";
    if (name == "ol") write_number(element, "start", " start=\"{}\"");
    if (name == "ol" && has_attribute(element, "reversed")) output_ += " reversed";
    if (name == "td" || name == "th") {
      write_number(element, "colspan", " colspan=\"{}\"");
      write_number(element, "rowspan", " rowspan=\"{}\"");
    }
    if (name == "td" || name == "th" || name == "table" || name == "hr") {
      if (const auto width = picture_length(attribute(element, "width")); !width.empty())
        output_ += html::format(" width=\"{}\"", width);
    }
  }

  void write_common_attributes(const GumboElement& element) {
    write_id(element);
    if (const auto title = attribute(element, "title"); !title.empty())
      output_ += html::format(" title=\"{}\"", title);
    const std::string_view direction = attribute(element, "dir");
    if (direction == "rtl") output_ += " dir=\"rtl\"";
    if (direction == "ltr") output_ += " dir=\"ltr\"";
  }

  std::string wanted_id(const GumboElement& element) {
    std::string_view id = attribute(element, "id");
    if (id.empty()) id = attribute(element, "name");
    const bool is_id = !id.empty() && id.size() <= kLongestId &&
                       id.find_first_of(" \t\r\n\f") == std::string_view::npos;
    return is_id ? ids_.take(id) : std::string();
  }

  void write_id(const GumboElement& element) {
    if (const std::string id = wanted_id(element); !id.empty())
      output_ += html::format(" id=\"{}\"", id);
  }

  void write_number(const GumboElement& element, const char* name,
                    html::detail::Pattern<1> pattern) {
    if (const auto number = small_number(attribute(element, name)))
      output_ += html::format(pattern, *number);
  }

  // A parser drops a line break behind <pre>.
  void keep_first_line_break(const GumboElement& element) {
    if (element.children.length == 0) return;
    const auto& first = *static_cast<const GumboNode*>(element.children.data[0]);
    if (is_text(first) && text_of(first.v.text.text).starts_with('\n')) output_ += "\n";
  }

  void write_picture(const GumboElement& element) {
    pictures_.write({.source = std::string(attribute(element, "src")),
                     .description = std::string(attribute(element, "alt")),
                     .title = std::string(attribute(element, "title")),
                     .width = std::string(attribute(element, "width")),
                     .height = std::string(attribute(element, "height")),
                     .side = side_of(attribute(element, "align"))},
                    place_.is_in_link, output_);
  }

  void write_choice(const GumboElement& element) {
    output_ += "<picture>";
    place_.is_in_picture = true;
    write_all(element.children);
    output_ += "</picture>";
  }

  void write_source(const GumboElement& element) {
    const std::string_view media = colour_scheme_query(attribute(element, "media"));
    if (media.empty() || !place_.is_in_picture) return;
    if (const auto sources = pictures_.shown_sources(attribute(element, "srcset")))
      output_ += html::format("<source media=\"{}\" srcset=\"{}\">", media, *sources);
  }

  void write_link(const GumboElement& element) {
    const auto tag = has_attribute(element, "href")
                         ? link_tag(attribute(element, "href"), attribute(element, "title"))
                         : std::nullopt;
    const std::string id = wanted_id(element);
    if (!tag && id.empty()) return write_all(element.children);
    output_ += tag ? *tag : Html("<a");
    if (tag && is_bare(element)) output_ += kBareLink;
    if (!id.empty()) output_ += html::format(" id=\"{}\"", id);
    output_ += ">";
    place_.is_in_link = true;
    write_all(element.children);
    output_ += "</a>";
  }

  static bool is_bare(const GumboElement& link) {
    const GumboVector& nodes = link.children;
    bool has_picture = false;
    for_each_child(nodes, [&](const GumboNode& node) {
      if (node.type != GUMBO_NODE_ELEMENT) return;
      const GumboTag tag = node.v.element.tag;
      has_picture = has_picture || tag == GUMBO_TAG_IMG || name_of(node.v.element) == "picture";
    });
    std::string text;
    collect_text(nodes, text);
    return has_picture || is_address(text, attribute(link, "href"));
  }

  void write_heading(const GumboElement& element, const Element& known) {
    std::string text;
    collect_text(element.children, text);
    text.resize(core::whole_characters(text, kMaximumHeadingBytes).size());
    Heading heading{known.name[1] - '0', {}, in_one_line(text)};
    heading.id = ids_.next(heading.text);
    const std::string level = std::to_string(heading.level);
    output_ += html::format("<h{} id=\"{}\"", level, heading.id);
    output_ += alignment_class(known.name, attribute(element, "align"));
    output_ += ">";
    if (const std::string id = wanted_id(element); !id.empty())
      output_ += html::format("<span id=\"{}\"></span>", id);
    write_all(element.children);
    if (!place_.is_in_link)
      output_ += html::format(
          "<a class=\"anchor\" href=\"#{}\" tabindex=\"-1\" aria-hidden=\"true\"></a>", heading.id);
    output_ += html::format("</h{}>", level);
    if (!heading.text.empty()) headings_.push_back(std::move(heading));
  }

  // It scrolls where it is wider than the page.
  void write_table(const GumboElement& element, const Element& known) {
    place_.is_in_table = true;
    output_ += core::equal_ignoring_case(attribute(element, "align"), "center")
                   ? html::Literal(
                         "<div class=\"table-wrap table-center\" role=\"group\" "
                         "aria-label=\"Table\" tabindex=\"0\">")
                   : html::Literal(
                         "<div class=\"table-wrap\" role=\"group\" "
                         "aria-label=\"Table\" tabindex=\"0\">");
    write_start(element, known);
    write_all(element.children);
    write_end(known);
    output_ += "</div>";
  }

  const Html& markup_;
  PictureWriter& pictures_;
  HeadingIds& ids_;
  const std::vector<Heading>& own_headings_;
  std::size_t own_heading_ = 0;
  Html output_;
  std::vector<Heading> headings_;
  Place place_;
  std::size_t level_ = 0;
  bool levels_left_ = true;
};

// Puts markup and pieces together, part by part.
class EmbeddedHtml::Composition {
 public:
  Composition(std::string_view markup, const std::vector<std::string>& pieces, Writer& writer)
      : markup_(markup), pieces_(pieces), writer_(writer), balance_(draft_) {}

  bool write() {
    while (at_ < markup_.size()) {
      const std::size_t tag = std::min(markup_.find('<', at_), markup_.size());
      draft_.append(markup_, at_, tag - at_);
      at_ = tag;
      if (at_ < markup_.size()) take_markup();
      if (balance_.is_balanced() && !end_part()) return false;
    }
    balance_.close_all();
    return end_part() && write_draft();
  }

 private:
  void take_markup() {
    const std::string_view rest = markup_.substr(at_);
    constexpr std::string_view kComment = "<!--";
    const std::size_t end = rest.find('>') + 1;
    if (rest.starts_with(kComment)) {
      std::size_t piece = 0;
      std::from_chars(rest.data() + kComment.size(), rest.data() + end, piece);
      at_ += end;
      has_piece_ = true;
      add_piece(pieces_[piece]);
      return;
    }
    const bool is_end = rest[1] == '/';
    const std::string_view tag = rest.substr(is_end ? 2 : 1);
    const std::string_view name = tag.substr(0, tag.find_first_of(" >"));
    const Element* const element = find_element(name);
    if (is_end) {
      balance_.close_own();
    } else if (name == "pre" || name == "svg") {
      take_whole(*element);
      return;
    } else {
      if (element->has(Element::is_heading)) ++headings_;
      balance_.open_own(*element, own_attribute(at_, at_ + end, false));
    }
    at_ += end;
  }

  // An element that has no HTML of the document in it.
  void take_whole(const Element& element) {
    const std::string end_tag = "</" + std::string(element.name) + ">";
    const std::size_t end = markup_.find(end_tag, at_) + end_tag.size();
    balance_.open_own(element, own_attribute(at_, end, true));
    balance_.close_own();
    at_ = end;
  }

  void add_piece(std::string_view piece) {
    HtmlTokens tokens(piece);
    while (const auto token = tokens.next()) {
      using Kind = HtmlToken::Kind;
      if (token->kind == Kind::comment) continue;
      if (token->kind == Kind::text) {
        add_text(token->source);
        continue;
      }
      const Element* const element = find_element(token->name);
      if (element == nullptr || element->has(Element::is_our_own)) continue;
      if (element->has(Element::is_shown_as_text)) {
        add_text(token->source);
      } else if (token->kind == Kind::start_tag) {
        balance_.open(*element, without_marks(token->attributes));
      } else if (element->name == "br") {
        balance_.open(*element, {});
      } else {
        balance_.close(*element);
      }
    }
  }

  void add_text(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('<'), text.size());
      draft_.append(text, 0, end);
      if (end < text.size()) draft_ += "&lt;";
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  // Where no element is open, what comes next can be parsed by itself.
  bool end_part() {
    if (has_piece_) {
      part_draft_ = draft_.size();
      if (draft_.size() >= kBatch && !write_draft()) return false;
    } else {
      draft_.resize(part_draft_);
      if (!write_draft()) return false;
      writer_.copy(part_, at_, headings_);
    }
    part_ = at_;
    headings_ = 0;
    has_piece_ = false;
    return true;
  }

  bool write_draft() {
    if (draft_.empty()) return true;
    const auto tree = HtmlTree::parse(draft_);
    if (!tree || !writer_.write(*tree)) return false;
    draft_.clear();
    part_draft_ = 0;
    return true;
  }

  std::string_view markup_;
  const std::vector<std::string>& pieces_;
  Writer& writer_;
  std::string draft_;  // what is to be parsed
  TagBalance balance_;
  std::size_t at_ = 0;          // in the markup
  std::size_t part_ = 0;        // where the current part begins in it
  std::size_t part_draft_ = 0;  // and in the draft
  std::size_t headings_ = 0;    // of Markdown, in the current part
  bool has_piece_ = false;      // whether the current part has HTML of the document
};

html::Html EmbeddedHtml::put_aside(std::string piece) {
  pieces_.push_back(std::move(piece));
  return html::format("<!--{}-->", std::to_string(pieces_.size() - 1));
}

bool EmbeddedHtml::insert_into(html::Html& markup, std::vector<Heading>& headings) {
  Writer writer(markup, pictures_, ids_, headings);
  if (!Composition(markup.str(), pieces_, writer).write()) return false;
  markup = writer.take_output();
  headings = writer.take_headings();
  return true;
}

}  // namespace templates
