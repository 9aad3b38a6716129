#include "templates/table/reader/table_limits.h"

#include "templates/table/table_content.h"

namespace templates {

std::string with_maximum(std::string_view what) {
  std::string most = std::to_string(Table::kMaximumColumns);
  most.insert(most.size() - 3, 1, ',');
  return "must have at most " + most + " " + std::string(what);
}

std::string with_too_many_repeated() {
  return "more than " + std::to_string(Table::kMaximumRepeatedColumns) +
         " columns have the key of another one";
}

}  // namespace templates
