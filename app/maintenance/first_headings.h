// Reads the first headings of Markdown artifacts that an earlier release stored without.
#pragma once

#include <cstdint>

namespace db {
class Postgres;
}

namespace app {

// Returns how many artifacts were read. Can be interrupted and run again at any time. Throws what
// db/connection/postgres.h says.
std::int64_t read_first_headings(db::Postgres& postgres);

}  // namespace app
