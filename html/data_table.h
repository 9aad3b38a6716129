// DataTable: the table below a chart, for people who cannot see it and browsers without JavaScript.
// Limited in size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "html/message.h"

namespace html {

class DataTable {
 public:
  static constexpr std::size_t kMaximumColumns = 500;

  // `columns` are the column headings. The first column is the row's heading if `names_rows`. The
  // heading of a column of numbers is aligned with them.
  DataTable(const std::vector<std::string>& columns, bool names_rows,
            Language language = Language::english);

  // Whether another row fits; further rows are only counted.
  bool is_full() const;
  void skip_rows(std::size_t count) { rows_ += count; }

  void begin_row();
  void add_text(std::string_view text);
  void add_number(std::string_view number);
  void add_nothing();
  void add(const Html& cell, bool is_number);
  void end_row();
  Language language() const { return language_; }

  // Inside <details>, open, with notes on omitted data.
  Html html() const;

 private:
  // The kind of a column's cells, apart from the empty ones.
  struct Contents {
    bool has_numbers = false;
    bool has_others = false;
  };

  std::vector<std::string> columns_;
  std::size_t shown_columns_;
  std::vector<Contents> contents_;  // of the shown columns
  bool names_rows_;
  Language language_;
  Html body_;
  std::size_t shown_rows_ = 0;
  std::size_t rows_ = 0;
  std::size_t cell_ = 0;  // in the row
};

}  // namespace html
