// TextTable: rows of values for standard output. On a terminal, in columns with a heading, cut to
// its width; elsewhere, one line a row with tabs between the values, for cut and awk.
#pragma once

#include <string>
#include <vector>

namespace client {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  // As many values as there are headings.
  void add(std::vector<std::string> row);

  // Nothing is printed of a table without rows.
  void print() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace client
