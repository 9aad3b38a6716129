#include "templates/markdown/embedded_html/html_writer.h"

#include <charconv>
#include <optional>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "templates/markdown/renderer/inline_text.h"

namespace templates {
namespace {

using html::Html;

// Far above what the balanced tags can reach.
constexpr std::size_t kMaximumLevels = 1000;
constexpr std::size_t kLongestId = 200;
constexpr int kMostSpanned = 1000;

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

// The condition of a source in the only forms that pages support; empty for any other.
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

bool HtmlWriter::write(const HtmlTree& tree) {
  write_all(tree.nodes());
  return levels_left_;
}

void HtmlWriter::copy(std::size_t begin, std::size_t end, std::size_t headings) {
  output_.append_part(markup_, begin, end);
  for (; headings > 0; --headings) take_own_heading();
}

void HtmlWriter::take_own_heading() {
  if (own_heading_ < own_headings_.size()) headings_.push_back(own_headings_[own_heading_++]);
}

void HtmlWriter::write_all(const GumboVector& nodes) {
  if (++level_ > kMaximumLevels) {
    levels_left_ = false;
  } else {
    for_each_child(nodes, [&](const GumboNode& node) { write_node(node); });
  }
  --level_;
}

void HtmlWriter::write_node(const GumboNode& node) {
  core::CpuLimit::check();
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
void HtmlWriter::write_own(const GumboElement& element, std::string_view name,
                           const OwnPart& part) {
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

void HtmlWriter::write_end(const Element& element) {
  // The name is of the list of elements, which has no text of a document.
  output_ += "</";
  output_.append_text(element.written);
  output_ += ">";
}

void HtmlWriter::write_element(const GumboElement& element, const Element& known) {
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

void HtmlWriter::write_start(const GumboElement& element, const Element& known) {
  output_ += "<";
  output_.append_text(known.written);
  write_attributes(element, known);
  output_ += ">";
}

void HtmlWriter::write_attributes(const GumboElement& element, const Element& known) {
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

void HtmlWriter::write_common_attributes(const GumboElement& element) {
  write_id(element);
  if (const auto title = attribute(element, "title"); !title.empty())
    output_ += html::format(" title=\"{}\"", title);
  const std::string_view direction = attribute(element, "dir");
  if (direction == "rtl") output_ += " dir=\"rtl\"";
  if (direction == "ltr") output_ += " dir=\"ltr\"";
}

std::string HtmlWriter::wanted_id(const GumboElement& element) {
  std::string_view id = attribute(element, "id");
  if (id.empty()) id = attribute(element, "name");
  const bool is_id = !id.empty() && id.size() <= kLongestId &&
                     id.find_first_of(" \t\r\n\f") == std::string_view::npos;
  return is_id ? ids_.take(id) : std::string();
}

void HtmlWriter::write_id(const GumboElement& element) {
  if (const std::string id = wanted_id(element); !id.empty())
    output_ += html::format(" id=\"{}\"", id);
}

void HtmlWriter::write_number(const GumboElement& element, const char* name,
                              html::detail::Pattern<1> pattern) {
  if (const auto number = small_number(attribute(element, name)))
    output_ += html::format(pattern, *number);
}

// A parser drops a line break after <pre>.
void HtmlWriter::keep_first_line_break(const GumboElement& element) {
  if (element.children.length == 0) return;
  const auto& first = *static_cast<const GumboNode*>(element.children.data[0]);
  if (is_text(first) && text_of(first.v.text.text).starts_with('\n')) output_ += "\n";
}

void HtmlWriter::write_picture(const GumboElement& element) {
  pictures_.write({.source = std::string(attribute(element, "src")),
                   .description = std::string(attribute(element, "alt")),
                   .title = std::string(attribute(element, "title")),
                   .width = std::string(attribute(element, "width")),
                   .height = std::string(attribute(element, "height")),
                   .side = side_of(attribute(element, "align"))},
                  place_.is_in_link, output_);
}

void HtmlWriter::write_choice(const GumboElement& element) {
  output_ += "<picture>";
  place_.is_in_picture = true;
  write_all(element.children);
  output_ += "</picture>";
}

void HtmlWriter::write_source(const GumboElement& element) {
  const std::string_view media = colour_scheme_query(attribute(element, "media"));
  if (media.empty() || !place_.is_in_picture) return;
  if (const auto sources = pictures_.shown_sources(attribute(element, "srcset")))
    output_ += html::format("<source media=\"{}\" srcset=\"{}\">", media, *sources);
}

void HtmlWriter::write_link(const GumboElement& element) {
  const auto tag = has_attribute(element, "href") ? link_tag(attribute(element, "href"),
                                                             attribute(element, "title"), language_)
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

bool HtmlWriter::is_bare(const GumboElement& link) {
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

void HtmlWriter::write_heading(const GumboElement& element, const Element& known) {
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
void HtmlWriter::write_table(const GumboElement& element, const Element& known) {
  place_.is_in_table = true;
  const bool is_centred = core::equal_ignoring_case(attribute(element, "align"), "center");
  output_ +=
      html::format("<div class=\"table-wrap{}\" role=\"group\" aria-label=\"{}\" tabindex=\"0\">",
                   is_centred ? " table-center" : "", html::format(language_, "Table"));
  write_start(element, known);
  write_all(element.children);
  write_end(known);
  output_ += "</div>";
}

}  // namespace templates
