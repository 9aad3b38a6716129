#include "templates/markdown/renderer/footnote_list.h"

#include <algorithm>
#include <utility>

#include "core/text/text.h"
#include "templates/markdown/source/block_lines.h"

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

html::Html FootnoteList::list(html::Language language) const {
  html::Html list =
      html::format("<section class=\"footnotes\"><h2 id=\"footnotes\">{}</h2>\n<ol dir=\"auto\">\n",
                   html::format(language, "Footnotes"));
  for (const std::size_t footnote : in_order_) write(uses_[footnote], language, list);
  list += "</ol></section>\n";
  return list;
}

void FootnoteList::write(const Use& use, html::Language language, html::Html& list) {
  list += html::format("<li id=\"fn-{}\">{}", use.number, use.html);
  if (!use.ends_in_paragraph) list += "<p>";
  for (std::size_t i = 1; i <= use.references; ++i) {
    const std::string which = i > 1 ? use.number + "-" + std::to_string(i) : use.number;
    list += html::format(" <a class=\"footnote-back\" href=\"#{}\" aria-label=\"{}\">\u21a9\ufe0e",
                         reference_id(use.number, i),
                         html::format(language, "Back to reference {}", which));
    if (i > 1) list += html::format("<sup>{}</sup>", std::to_string(i));
    list += "</a>";
  }
  list += "</p></li>\n";
}

namespace {

constexpr std::size_t kIndentation = 4;  // of a definition's continuation lines

// The name in the `[^name]` at the beginning of `text`; empty if there is none. A name contains no
// bracket, so the search ends at the next one.
std::string_view leading_name(std::string_view text) {
  if (!text.starts_with("[^")) return {};
  const std::size_t end = text.find_first_of("[] \t\r\n", 2);
  if (end == std::string_view::npos || text[end] != ']') return {};
  return text.substr(2, end - 2);
}

struct Definition {
  std::string_view name;
  std::string_view text;  // what is on the line
};

std::optional<Definition> read_definition(std::string_view line) {
  const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size());
  if (indentation >= kIndentation) return std::nullopt;
  line.remove_prefix(indentation);
  const std::string_view name = leading_name(line);
  if (name.empty()) return std::nullopt;
  line.remove_prefix(name.size() + 3);
  if (!line.starts_with(':')) return std::nullopt;
  line.remove_prefix(1);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return Definition{name, line};
}

// `line` without the indentation that continues a definition; nothing if it has none.
std::optional<std::string_view> without_indentation(std::string_view line) {
  if (line.starts_with('\t')) return line.substr(1);
  if (line.find_first_not_of(' ') < kIndentation) return std::nullopt;
  return line.substr(std::min(kIndentation, line.size()));
}

// Whether `line` continues the previous line's paragraph without indentation.
bool continues_paragraph(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return !line.empty() && container_prefix(line) == 0 &&
         std::string_view("#|`~=-*_").find(line.front()) == std::string_view::npos;
}

}  // namespace

Footnotes::Footnotes(std::string_view source) {
  source_.reserve(source.size());
  BlockLines lines;
  std::optional<std::string> name;  // of the current definition
  std::string text;
  bool in_paragraph = false;  // of the definition
  const auto finish_definition = [&] {
    if (name) define(*name, std::move(text));
    name.reset();
    text.clear();
  };

  while (!source.empty()) {
    const char* const begin = source.data();
    const std::string_view line = take_line(source);
    const LineKind kind = lines.take(line);
    if (name) {
      const auto part = without_indentation(line);
      if (part || is_blank(line) ||
          (in_paragraph && !read_definition(line) && continues_paragraph(line))) {
        text += part.value_or(line);
        text += '\n';
        in_paragraph = continues_paragraph(part.value_or(line));
        continue;
      }
      finish_definition();
    }
    const bool is_verbatim = kind == LineKind::fenced_code || kind == LineKind::html;
    if (const auto definition = is_verbatim ? std::nullopt : read_definition(line)) {
      name = definition->name;
      text = definition->text;
      text += '\n';
      in_paragraph = continues_paragraph(definition->text);
      // Keeps the text before and after the definition apart.
      source_ += '\n';
      continue;
    }
    source_.append(begin, static_cast<std::size_t>(source.data() - begin));
  }
  finish_definition();
}

void Footnotes::define(std::string_view name, std::string text) {
  // The first definition of a name wins.
  if (by_name_.emplace(core::in_lower_case(name), texts_.size()).second)
    texts_.push_back(std::move(text));
}

std::optional<Footnotes::Reference> Footnotes::find_reference(std::string_view text,
                                                              std::size_t from) const {
  if (texts_.empty()) return std::nullopt;
  for (std::size_t at = text.find("[^", from); at != std::string_view::npos;
       at = text.find("[^", at + 2)) {
    const std::string_view name = leading_name(text.substr(at));
    if (name.empty()) continue;
    const auto found = by_name_.find(core::in_lower_case(name));
    if (found != by_name_.end()) return Reference{at, at + name.size() + 3, found->second};
  }
  return std::nullopt;
}

}  // namespace templates
