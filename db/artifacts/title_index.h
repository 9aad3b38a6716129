// The index of titles, which maintenance keeps.
//
// Creating an artifact or changing its title only adds it to unindexed_titles (migration 0023), as
// entering all pieces of a title into the index would take half of the time that PostgreSQL needs
// for a creation. Searches look at unindexed titles one by one.
#pragma once

#include <cstdint>

namespace db {

class Postgres;

// Enters all titles that wait, in small transactions. Safe to run at any time and on several hosts
// at once. Returns their number.
std::int64_t index_titles(Postgres& postgres);

}  // namespace db
