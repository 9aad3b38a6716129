// FootnoteList: the footnotes that a document refers to, with their numbers, and the list of them
// at its end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "templates/markdown/extracted/footnotes.h"

namespace templates {

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
  html::Html list() const;

 private:
  struct Use {
    std::string number;
    std::size_t references = 0;
    html::Html html;
    bool ends_in_paragraph = false;
  };

  static void write(const Use& use, html::Html& list);

  const Footnotes& footnotes_;
  std::vector<Use> uses_;              // of each footnote
  std::vector<std::size_t> in_order_;  // those with references, by their numbers
  std::size_t rendered_ = 0;           // how many of these are rendered
};

}  // namespace templates
