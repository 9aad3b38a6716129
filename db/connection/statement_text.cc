#include "db/connection/statement_text.h"

namespace db {

void replace(std::string& sql, std::string_view name, std::string_view text) {
  for (std::size_t at = 0; (at = sql.find(name, at)) != std::string::npos; at += text.size())
    sql.replace(at, name.size(), text);
}

}  // namespace db
