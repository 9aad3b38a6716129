// The index of titles, which maintenance keeps.
//
// Creating an artifact or changing its title only adds it to unindexed_titles (migration 0023), as
// entering all pieces of a title into the index would take half of the time that PostgreSQL needs
// for a creation. Searches look at unindexed titles one by one. From there, it moves on to the
// queue of the index of texts (db/search/text_index_store.h), as do changes of descriptions and
// content.
#pragma once

#include <cstdint>

namespace db {

class Postgres;

// Enters all titles that wait, in small transactions. Safe to run at any time and on several hosts
// at once. Returns the number of artifacts, also of those without a title.
std::int64_t index_titles(Postgres& postgres);

}  // namespace db
