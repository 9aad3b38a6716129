// TableDelimiters: what is a table, as on GitHub. md4c wants three dashes in each delimiter, where
// one is enough, takes a row of delimiters that does not fit the row above it, no table that
// continues a paragraph, and what begins directly below a table for its rows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace templates {

class TableDelimiters {
 public:
  // Writes the delimiter rows of `source` with three dashes, and ends the paragraph above a table
  // and the table above another block, in linear time.
  explicit TableDelimiters(std::string_view source);

  const std::string& source() const { return source_; }

  // A text of source(), within a line, as it was: where it turned out to be code or HTML. Nothing
  // for a line that was inserted. `position` is where it is in source().
  std::optional<std::string> original_of(std::string_view text, std::size_t position) const;

 private:
  struct Row {
    std::size_t begin;  // in source(), without what precedes it in its line
    std::size_t end;
    std::string original;  // empty for an inserted line
  };

  void end_paragraph(std::size_t header, std::string_view prefix);

  std::string source_;
  std::vector<Row> rows_;  // the changed and inserted ones
};

}  // namespace templates
