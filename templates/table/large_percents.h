// Columns of percentages whose numbers are probably percent already: 12.5 for 12.5 %, where 1 is
// 100 %.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "templates/table/table_content.h"

namespace templates {

struct LargePercents {
  std::string_view label;  // of the column, in the table
  std::string example;     // a number of it, as it was sent
  std::string shown;       // the same as the page shows it
};

// Columns with the format percent, at most Table::kMaximumNamed, of whose numbers other than 0 all
// are above 1, and most above 2, whatever their sign.
std::vector<LargePercents> find_large_percents(const Table& table);

}  // namespace templates
