// Footnotes: taken from the source, written at its end.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "html/message.h"

namespace templates {

// Footnotes as on GitHub: `[^name]` in a text, and a line `[^name]: text` that defines it. md4c
// does not support them, so the definitions are extracted before parsing.
class Footnotes {
 public:
  // Extracts the definitions from `source` in linear time.
  explicit Footnotes(std::string_view source);

  const std::string& source_without_definitions() const { return source_; }

  std::size_t size() const { return texts_.size(); }
  // The definition's text, as Markdown.
  const std::string& text(std::size_t footnote) const { return texts_[footnote]; }

  struct Reference {
    std::size_t begin = 0;  // position in the text
    std::size_t end = 0;
    std::size_t footnote = 0;
  };
  // The first reference to a footnote in `text` at or after `from`.
  std::optional<Reference> find_reference(std::string_view text, std::size_t from) const;

 private:
  void define(std::string_view name, std::string text);

  std::string source_;
  std::vector<std::string> texts_;
  std::map<std::string, std::size_t> by_name_;  // in lower case
};

// FootnoteList: the footnotes that a document refers to, with their numbers, and the list of them
// at its end.

// Footnotes are numbered in the order of their first references. As one may refer to others, all of
// them are rendered before the list is written, which links back to each reference.
class FootnoteList {
 public:
  // `footnotes` must outlive it.
  explicit FootnoteList(const Footnotes& footnotes)
      : footnotes_(footnotes), uses_(footnotes.size()) {}

  bool empty() const { return in_order_.empty(); }

  std::optional<Footnotes::Reference> find_reference(std::string_view text,
                                                     std::size_t from) const {
    return footnotes_.find_reference(text, from);
  }

  // The markup of a further reference to this footnote.
  html::Html add_reference(std::size_t footnote);

  // The Markdown of the next footnote that is to be rendered; null if there is none. Each is
  // followed by add_rendered().
  const std::string* next_text() const;

  // `ends_in_paragraph`: its last paragraph is still open, for the links back.
  void add_rendered(html::Html html, bool ends_in_paragraph);

  // The list, once all are rendered.
  html::Html list(html::Language language) const;

 private:
  struct Use {
    std::string number;
    std::size_t references = 0;
    html::Html html;
    bool ends_in_paragraph = false;
  };

  static void write(const Use& use, html::Language language, html::Html& list);

  const Footnotes& footnotes_;
  std::vector<Use> uses_;              // of each footnote
  std::vector<std::size_t> in_order_;  // those with references, by their numbers
  std::size_t rendered_ = 0;           // how many of these are rendered
};

}  // namespace templates
