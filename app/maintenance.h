// What maintenance reads out of artifacts that were created meanwhile.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

// Reads the first headings of Markdown artifacts that an earlier release stored without.

namespace db {
class Postgres;
}

namespace app {

// Returns how many artifacts were read. Can be interrupted and run again at any time. Throws what
// db/connection/postgres.h says.
std::int64_t read_first_headings(db::Postgres& postgres);

}  // namespace app

// Enters the words of titles, descriptions and content into the index of texts, which searches use.

namespace db {
class Postgres;
}

namespace app {

// So much of a content's text is searched.
inline constexpr std::size_t kSearchedBytes = std::size_t{64} << 10;

// Works on what waits, the newest first, then on artifacts from before there was the index, until
// all is done or the time is over; the next call continues. Returns how many artifacts were
// entered. Can be interrupted at any time. Throws what db/connection/postgres.h says.
std::int64_t index_texts(db::Postgres& postgres, std::chrono::milliseconds at_most);

}  // namespace app
