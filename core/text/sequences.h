// Finds what two sequences of texts have in common: the basis for comparing lines, words and rows.
//
// The texts become numbers, so that comparing two of them takes one instruction. What occurs once
// in both sequences is matched first ("patience"), which keeps what moved little and reads well;
// what lies between is matched by Myers' algorithm in linear space ("An O(ND) Difference Algorithm
// and Its Variations", 1986). Both take time in proportion to the sequences where little differs.
// Where much differs, Myers' takes quadratic time, so a limit of steps ends it: then fewer elements
// are matched than could be, but each match is right.
//
// Own code, as no library of Debian is bounded: dtl (libdtl-dev, the one of C++) takes O(ND) time
// whatever that is and copies all elements; libgit2 is bounded, but only compares lines, and comes
// with the libraries of two network protocols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace core {

// The texts of two sequences by numbers from 0: equal texts, and no others, have the same one.
struct NumberedTexts {
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  std::uint32_t count = 0;  // of different texts
};

// Takes n log n comparisons, whatever the texts are; fewer than 4 billion.
NumberedTexts number_texts(std::span<const std::string_view> from,
                           std::span<const std::string_view> to);

// A run of elements that both sequences have, from these places on.
struct Match {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t length = 0;
  bool operator==(const Match&) const = default;
};

// About a tenth of a second.
inline constexpr std::size_t kMostSteps = 20'000'000;

// The runs that both have, in the order of both, none adjacent to the next. The same for the same
// numbers. Takes at most a multiple of `most_steps`, beside n log n for the length of both.
std::vector<Match> match_sequences(const NumberedTexts& texts, std::size_t most_steps = kMostSteps);

// Returns the most of these places that are in ascending order, as indexes of them: the others have
// moved. No place may occur twice. Takes n log n time.
std::vector<std::size_t> longest_ascent(std::span<const std::size_t> places);

}  // namespace core
