// Footnotes, as GitHub has them: `[^name]` in a text, and a line `[^name]: text` that tells what it
// stands for. Our parser knows nothing of them, so they are taken out of the source before.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace templates {

class Footnotes {
 public:
  // Takes the definitions out of `source`, in time linear to its length.
  explicit Footnotes(std::string_view source);

  const std::string& source_without_definitions() const { return source_; }

  std::size_t size() const { return texts_.size(); }
  // What the footnote says, as Markdown.
  const std::string& text(std::size_t footnote) const { return texts_[footnote]; }

  struct Reference {
    std::size_t begin = 0;  // where it stands in the text
    std::size_t end = 0;
    std::size_t footnote = 0;
  };
  // The first reference to a footnote in `text`, at `from` or behind.
  std::optional<Reference> find_reference(std::string_view text, std::size_t from) const;

 private:
  void define(std::string_view name, std::string text);

  std::string source_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::size_t> by_name_;  // in small letters
};

}  // namespace templates
