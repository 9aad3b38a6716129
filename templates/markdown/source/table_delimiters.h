// TableDelimiters: what is a table, as on GitHub. md4c wants three dashes in each delimiter, where
// one is enough, and takes a row of delimiters that does not fit the row above it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace templates {

class TableDelimiters {
 public:
  // Writes the delimiter rows of `source` with three dashes, in linear time.
  explicit TableDelimiters(std::string_view source);

  const std::string& source() const { return source_; }

  // A text of source(), within a line, as it was: where it turned out to be code. `position` is
  // where it is in source().
  std::string original_of(std::string_view text, std::size_t position) const;

 private:
  struct Row {
    std::size_t begin;  // in source(), without what precedes it in its line
    std::size_t end;
    std::string original;
  };

  std::string source_;
  std::vector<Row> rows_;  // the changed ones
};

}  // namespace templates
