#include "db/ordered_query.h"

#include <cstddef>
#include <stdexcept>

namespace db {

void put(std::string& sql, std::string_view place, std::string_view text) {
  for (std::size_t at = 0; (at = sql.find(place, at)) != std::string::npos; at += text.size())
    sql.replace(at, place.size(), text);
}

void put_direction(std::string& sql, bool is_descending) {
  put(sql, "{first time}", is_descending ? "'infinity'" : "'-infinity'");
  put(sql, "{last time}", is_descending ? "'-infinity'" : "'infinity'");
  put(sql, "{first id}",
      is_descending ? "'ffffffff-ffff-ffff-ffff-ffffffffffff'"
                    : "'00000000-0000-0000-0000-000000000000'");
  put(sql, "{after}", is_descending ? "<" : ">");
  put(sql, "{beyond}", is_descending ? ">" : "<");
  put(sql, "{descending}", is_descending ? "desc" : "asc");
  put(sql, "{ascending}", is_descending ? "asc" : "desc");
  put(sql, "{last}", is_descending ? "min" : "max");
}

void put_order(std::string& sql, core::ListOrder order) {
  put(sql, "{time}", core::is_by_update(order) ? "updated_at" : "created_at");
  put_direction(sql, core::is_descending(order));
}

OrderedStatements::OrderedStatements(std::string_view name, std::string_view sql, Orders orders,
                                     Put put) {
  for (const auto& [order_name, order] : orders) {
    Made& made = made_.emplace_back();
    made.order = order;
    made.name.append(name).append("_").append(order_name);
    made.sql = sql;
    put(made.sql, order);
    made.statement = {made.name.c_str(), made.sql.c_str()};
  }
}

const Statement& OrderedStatements::in(core::ListOrder order) const {
  for (const Made& made : made_)
    if (made.order == order) return made.statement;
  throw std::logic_error("the query is not made for this order");
}

}  // namespace db
