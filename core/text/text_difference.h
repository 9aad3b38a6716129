// How two versions of a text differ: by lines, and by words within lines that changed.
//
// Bounded in time, memory and size, whatever the texts are: what is left out is counted. Lines end
// with LF or CRLF; how they end makes no difference to a line, nor does whether the
// last one ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// A run of words of a line, changed or as in the other version.
struct LinePart {
  std::string text;
  bool is_changed = false;
  bool operator==(const LinePart&) const = default;
};

struct DifferingLine {
  enum class Kind : std::uint8_t { kept, removed, added };

  Kind kind = Kind::kept;
  // Several only if the line is in part as in the other version. Long lines are shortened to what
  // changed, with "…" for what is left out.
  std::vector<LinePart> parts = {};
  std::size_t omitted_bytes = 0;
  // Not one line but as many as this, all of this kind, which are left out here: no parts.
  std::size_t omitted_lines = 0;

  std::string text() const;
};

// Lines that changed, and a few around them. Numbers of lines are from 1; if there are no lines of
// one version, that of the line before, as `diff -u` has it.
struct Hunk {
  std::size_t from_line = 0;
  std::size_t from_count = 0;
  std::size_t to_line = 0;
  std::size_t to_count = 0;
  std::vector<DifferingLine> lines = {};
};

struct TextDifference {
  std::size_t from_lines = 0;  // of all of the text
  std::size_t to_lines = 0;
  std::size_t removed = 0;
  std::size_t added = 0;
  // The texts differ, and no line does: only in how lines end.
  bool is_in_line_ends = false;
  // False if there are too many lines to compare: then nothing but the numbers of lines is known.
  bool is_compared = true;
  std::vector<Hunk> hunks = {};
  // False if the texts are known to be the same.
  bool has_difference() const { return !is_compared || is_in_line_ends || !hunks.empty(); }
  // After those that are here.
  struct Omitted {
    std::size_t hunks = 0;
    std::size_t removed = 0;
    std::size_t added = 0;
  } omitted = {};
};

// Limits of the parts of a difference that are kept.
struct TextDifferenceLimits {
  std::size_t context = 3;                     // lines before and after a change
  std::size_t lines = 1'000'000;               // compared, of both texts
  std::size_t words = 500'000;                 // compared, of all hunks
  std::size_t run = 200;                       // lines removed, or added, one by one
  std::size_t line_bytes = 2000;               // of a line
  std::size_t bytes = std::size_t{128} << 10;  // of all hunks
};

// Both are well-formed UTF-8. Ends with CpuLimit::UsedUp if the thread's limit is used up.
TextDifference compare_texts(std::string_view from, std::string_view to,
                             const TextDifferenceLimits& limits = {});

}  // namespace core
