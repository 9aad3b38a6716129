// Footnotes as on GitHub: `[^name]` in a text, and a line `[^name]: text` that defines it. md4c
// does not support them, so the definitions are extracted before parsing.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace templates {

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

}  // namespace templates
