// DataTable: the table behind a chart, for those who cannot see it, and for browsers without
// JavaScript. Bounded, as more than so much nobody reads here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"

namespace html {

class DataTable {
 public:
  static constexpr std::size_t kMostColumns = 500;

  // `columns` are their headings. The first is the row's name if `names_rows`.
  DataTable(const std::vector<std::string>& columns, bool names_rows);

  // Whether there is room for another row; once there is none, rows are only counted.
  bool is_full() const;
  void skip_rows(std::size_t count) { rows_ += count; }

  void begin_row();
  void add_text(std::string_view text);
  void add_number(std::string_view number);
  void add_nothing();
  void add(const Html& cell, bool is_number);
  void end_row();

  // Inside <details>, open, with notes on what was left out.
  Html html() const;

 private:
  std::vector<std::string> columns_;
  std::size_t shown_columns_;
  bool names_rows_;
  Html body_;
  std::size_t shown_rows_ = 0;
  std::size_t rows_ = 0;
  std::size_t cell_ = 0;  // of the row
};

}  // namespace html
