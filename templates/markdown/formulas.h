// Formulas in Markdown, as GitHub has them: `$…$` and `` $`…`$ `` in a text, `$$…$$` set apart.
//
// To Markdown's own rules the underscores and backslashes of TeX are markup. So formulas are taken
// out of the source before it is parsed: in a text a placeholder stands for each, and what goes
// over several lines becomes a block of code in the language "math", which is another way to write
// it. Prices stay what they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace templates {

struct Formula {
  std::string_view source;  // as it is written, with the marks around it
  std::string_view tex;
  bool is_display = false;  // set apart
};

class Formulas {
 public:
  // Takes the formulas out of `source`, which has to outlive them, in time linear to its length.
  explicit Formulas(std::string_view source);

  const std::string& source_with_placeholders() const { return source_; }

  struct Placeholder {
    std::size_t begin = 0;  // where it stands in the text
    std::size_t end = 0;
    Formula formula;
  };
  // The first placeholder in `text`, at `from` or behind.
  std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from) const;

  // `text` as it was written, for where no formula can be.
  std::string restored(std::string_view text) const;

 private:
  void add_paragraph(std::string_view paragraph);
  std::size_t add_block(std::string_view text_from_line);
  void add_placeholder(const Formula& formula);

  std::string source_;
  std::vector<Formula> formulas_;
  const char* searched_until_ = nullptr;  // for the end of a block, in vain
};

}  // namespace templates
