// Enters the words of titles, descriptions and content into the index that searches use.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace db {
class Postgres;
}

namespace app {

// How much of the content's text is indexed.
inline constexpr std::size_t kSearchedBytes = std::size_t{64} << 10;

// Indexes what is in the queue, the newest first, until all is done or the time is over; the next
// call continues. Returns how many artifacts it took from the queue. Can be interrupted at any
// time. Throws what db/connection/postgres.h says.
std::int64_t index_words(db::Postgres& postgres, std::chrono::milliseconds at_most);

}  // namespace app
