#include "core/text/text_edits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/cpu_limit.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace core {
namespace {

// Unlike std::string_view::find(), memmem() takes linear time for any text.
std::size_t find_in(std::string_view text, std::string_view wanted, std::size_t from) {
  CpuLimit::check();
  const std::string_view rest = text.substr(from);
  const void* const found = memmem(rest.data(), rest.size(), wanted.data(), wanted.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// The most places that are looked for, so that no message needs more.
constexpr std::size_t kMostPlaces = 1000;
constexpr std::size_t kMostNamed = 10;

// The places of `wanted`, at most `most`.
std::vector<std::size_t> places_of(std::string_view text, std::string_view wanted,
                                   std::size_t most) {
  std::vector<std::size_t> places;
  for (std::size_t at = find_in(text, wanted, 0); at != std::string_view::npos;
       at = find_in(text, wanted, at + wanted.size())) {
    places.push_back(at);
    if (places.size() == most) break;
  }
  return places;
}

std::optional<std::size_t> place_of(std::string_view text, std::string_view wanted,
                                    std::int64_t occurrence) {
  std::size_t at = find_in(text, wanted, 0);
  for (std::int64_t passed = 1; passed < occurrence && at != std::string_view::npos; ++passed)
    at = find_in(text, wanted, at + wanted.size());
  return at == std::string_view::npos ? std::nullopt : std::optional(at);
}

std::string so_often(std::size_t count) {
  if (count == 1) return "once";
  if (count == kMostPlaces) return "at least " + std::to_string(count) + " times";
  return std::to_string(count) + " times";
}

// "line 4", "lines 4, 9 and 12", "lines 1, 2, 3 and further ones".
std::string lines_of(std::string_view text, const std::vector<std::size_t>& places) {
  std::vector<std::string> lines;
  std::size_t line_end = 0;  // of the last line named
  for (const std::size_t place : places) {
    if (!lines.empty() && place < line_end) continue;
    if (lines.size() == kMostNamed) {
      lines.emplace_back("further ones");
      break;
    }
    lines.push_back(std::to_string(line_at(text, place)));
    line_end = std::min(text.find('\n', place), text.size());
  }
  std::string list = lines.size() == 1 ? "line " : "lines ";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) list += i + 1 == lines.size() ? " and " : ", ";
    list += lines[i];
  }
  return list;
}

// As in JSON, which shows line breaks and spaces.
std::string quotation_of(std::string_view text) {
  constexpr std::size_t kLongestQuote = 40;
  const std::string_view shown = first_code_points(text, kLongestQuote);
  return string_in_json(std::string(shown) + (shown.size() < text.size() ? "…" : ""));
}

// Where a text has the beginning or the end of a passage that it does not have.
struct NearestPlace {
  std::size_t at = 0;      // in the text
  std::size_t length = 0;  // of the part that is the same
  bool is_beginning = true;
};

// Only this much of a longer passage is compared.
constexpr std::size_t kMostCompared = 4096;
// What is shorter could be anywhere.
constexpr std::size_t kShortestCommon = 4;

std::string_view beginning_of(std::string_view wanted, std::size_t length) {
  return whole_characters(wanted, length);
}

std::string_view end_of(std::string_view wanted, std::size_t length) {
  std::string_view end = wanted.substr(wanted.size() - std::min(length, wanted.size()));
  while (!end.empty() && is_continuation(end.front())) end.remove_prefix(1);
  return end;
}

// The longest part that `part` makes of `wanted` and the text has. A text that has a part has every
// shorter one too.
template <typename Part>
std::optional<NearestPlace> find_longest(std::string_view text, std::string_view wanted,
                                         const Part& part) {
  std::size_t low = 0;
  std::size_t high = std::min(wanted.size(), kMostCompared) + 1;
  NearestPlace nearest;
  while (low + 1 < high) {
    const std::size_t middle = low + (high - low) / 2;
    const std::string_view piece = part(wanted, middle);
    const std::size_t at = piece.empty() ? 0 : find_in(text, piece, 0);
    if (at == std::string_view::npos) {
      high = middle;
    } else {
      low = middle;
      nearest = {at, piece.size()};
    }
  }
  return nearest.length < kShortestCommon ? std::nullopt : std::optional(nearest);
}

std::optional<NearestPlace> find_nearest(std::string_view text, std::string_view wanted) {
  const auto beginning = find_longest(text, wanted, beginning_of);
  auto end = find_longest(text, wanted, end_of);
  if (!end || (beginning && beginning->length >= end->length)) return beginning;
  end->is_beginning = false;
  return end;
}

// The text at this place, and the passage there.
std::string difference_at(const NearestPlace& place, std::string_view text,
                          std::string_view wanted) {
  if (place.is_beginning) {
    const std::string_view there = text.substr(place.at + place.length);
    const std::string_view line = there.substr(0, std::max<std::size_t>(there.find('\n'), 1));
    return "goes on with " + (there.empty() ? "nothing" : quotation_of(line)) + " where this has " +
           quotation_of(wanted.substr(place.length));
  }
  constexpr std::size_t kMostBefore = 120;
  std::string_view before = end_of(text.substr(0, place.at), kMostBefore);
  if (before.size() > 1)
    if (const auto line = before.rfind('\n', before.size() - 2); line != std::string_view::npos)
      before.remove_prefix(line + 1);
  return "has " + (before.empty() ? "nothing" : quotation_of(before)) + " where this has " +
         quotation_of(wanted.substr(0, wanted.size() - place.length));
}

Error not_found(std::string_view text, const TextEdit& edit, const std::string& field) {
  const bool is_first = field == "/edits/0/find";
  Error error{ErrorCode::edit_not_found,
              is_first ? "is not in the text" : "is not in the text that the edits before leave",
              field};
  const auto nearest = find_nearest(text, edit.find);
  if (!nearest) return error;
  const std::size_t at = nearest->is_beginning ? nearest->at + nearest->length : nearest->at;
  error.line = line_at(text, at);
  error.message += "; nearest is line " + std::to_string(*error.line);
  const std::string part = nearest->is_beginning ? "first " : "last ";
  const std::string_view same = nearest->is_beginning ? beginning_of(edit.find, nearest->length)
                                                      : end_of(edit.find, nearest->length);
  error.message += ", which has the " + part + std::to_string(count_code_points(same)) +
                   " of its " + std::to_string(count_code_points(edit.find)) + " characters";
  error.message += ", and " + difference_at(*nearest, text, edit.find);
  return error;
}

Error too_few(std::string_view text, const TextEdit& edit, const std::string& edit_field) {
  const auto places = places_of(text, edit.find, kMostPlaces);
  Error error{ErrorCode::edit_not_found,
              "is " + std::to_string(*edit.occurrence) + ", but the text has that passage " +
                  so_often(places.size()) + ", in " + lines_of(text, places),
              edit_field + "/occurrence"};
  error.line = line_at(text, places.front());
  return error;
}

Error ambiguous(std::string_view text, const TextEdit& edit, const std::string& field) {
  const auto places = places_of(text, edit.find, kMostPlaces);
  Error error{ErrorCode::edit_ambiguous,
              "is in the text " + so_often(places.size()) + ", in " + lines_of(text, places) +
                  "; give more of the text around it, or occurrence: which of them, from 1",
              field};
  error.line = line_at(text, places.front());
  return error;
}

std::optional<Error> apply_edit(const TextEdit& edit, std::size_t position, std::string& text) {
  const std::string edit_field = "/edits/" + std::to_string(position);
  const std::string field = edit_field + "/find";
  const auto place = place_of(text, edit.find, edit.occurrence.value_or(1));
  if (!place && edit.occurrence && find_in(text, edit.find, 0) != std::string::npos)
    return too_few(text, edit, edit_field);
  if (!place) return not_found(text, edit, field);
  if (!edit.occurrence && find_in(text, edit.find, *place + edit.find.size()) != std::string::npos)
    return ambiguous(text, edit, field);
  text.replace(*place, edit.find.size(), edit.replace);
  return std::nullopt;
}

// Finds many passages in one pass over a text: each by a few of its bytes, those that the fewest of
// the passages have.
class PassageFinder {
 public:
  static constexpr std::size_t kShortest = 4;

  // Passages have at least kShortest bytes. The edits must outlive the finder.
  explicit PassageFinder(std::span<const TextEdit> edits) : edits_(edits) {
    for (const TextEdit& edit : edits) key_bytes_ = std::min(key_bytes_, edit.find.size());
    std::unordered_map<std::uint64_t, std::size_t> counts;
    for (const TextEdit& edit : edits)
      for (std::size_t at = 0; at < keys_of(edit); ++at) ++counts[key_at(edit.find.data() + at)];
    for (std::size_t i = 0; i < edits.size(); ++i) {
      const auto count_at = [&](std::size_t at) {
        return counts[key_at(edits[i].find.data() + at)];
      };
      std::size_t rarest = 0;
      for (std::size_t at = 1; at < keys_of(edits[i]); ++at)
        if (count_at(at) < count_at(rarest)) rarest = at;
      const std::uint64_t key = key_at(edits[i].find.data() + rarest);
      passages_by_key_.emplace(key, Passage{i, rarest});
      filter_[filter_index(key)] = true;
    }
  }

  // Calls `found` with the position of an edit, and where the text has its passage. Ends when that
  // returns false. Returns whether all were found; not where too much of the text looks like a
  // passage.
  template <typename Found>
  bool find_all(std::string_view text, const Found& found) const {
    constexpr int kMostCandidates = 100'000;
    constexpr std::size_t kBytesPerCheck = 4096;
    int candidates = 0;
    for (std::size_t at = 0; at + key_bytes_ <= text.size(); ++at) {
      if (at % kBytesPerCheck == 0) CpuLimit::check();
      const std::uint64_t key = key_at(text.data() + at);
      if (!filter_[filter_index(key)]) continue;
      const auto [begin, end] = passages_by_key_.equal_range(key);
      for (auto candidate = begin; candidate != end; ++candidate) {
        const auto& [edit, key_offset] = candidate->second;
        if (++candidates > kMostCandidates) return false;
        if (at >= key_offset && text.substr(at - key_offset).starts_with(edits_[edit].find) &&
            !found(edit, at - key_offset))
          return false;
      }
    }
    return true;
  }

 private:
  struct Passage {
    std::size_t edit;
    std::size_t key_offset;  // in the passage
  };
  static constexpr int kFilterBits = 16;
  static constexpr std::size_t kMostKeys = 64;  // of a passage that are compared

  std::size_t keys_of(const TextEdit& edit) const {
    return std::min(edit.find.size() - key_bytes_ + 1, kMostKeys);
  }
  std::uint64_t key_at(const char* text) const {
    std::uint64_t key = 0;
    std::memcpy(&key, text, key_bytes_);
    return key;
  }
  static std::size_t filter_index(std::uint64_t key) {
    return (key * 0x9e3779b97f4a7c15U) >> (64 - kFilterBits);
  }

  std::span<const TextEdit> edits_;
  std::size_t key_bytes_ = sizeof(std::uint64_t);
  std::unordered_multimap<std::uint64_t, Passage> passages_by_key_;
  std::vector<bool> filter_ = std::vector<bool>(std::size_t{1} << kFilterBits);
};

// The text after the edits, if it has each passage once, and none of them touches or makes another:
// then all are found in one pass. Nothing otherwise.
std::optional<std::string> edit_in_one_pass(std::string_view text,
                                            std::span<const TextEdit> edits) {
  // For less, preparing the search takes longer than one search for each.
  constexpr std::size_t kLeastSearched = std::size_t{16} << 20;
  if (text.size() * edits.size() < kLeastSearched) return std::nullopt;
  std::size_t longest = 0;
  for (const TextEdit& edit : edits) {
    if (edit.occurrence || edit.find.size() < PassageFinder::kShortest) return std::nullopt;
    longest = std::max(longest, edit.find.size());
  }
  const PassageFinder finder(edits);
  struct Place {
    std::size_t at;
    const TextEdit* edit;
  };
  std::vector<Place> places;
  std::vector<bool> has_place(edits.size());
  const bool has_each_once = finder.find_all(text, [&](std::size_t edit, std::size_t at) {
    if (has_place[edit]) return false;
    has_place[edit] = true;
    places.push_back({at, &edits[edit]});
    return true;
  });
  if (!has_each_once || places.size() < edits.size()) return std::nullopt;
  std::sort(places.begin(), places.end(),
            [](const Place& one, const Place& other) { return one.at < other.at; });

  std::string edited;
  std::string around;      // a replacement, with as much text on both sides as a passage can reach
  std::size_t passed = 0;  // of the text
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& [at, edit] = places[i];
    const std::size_t end = at + edit->find.size();
    if (i + 1 < places.size() && places[i + 1].at < end + longest) return std::nullopt;
    const std::size_t before = std::min(longest - 1, at);
    around.assign(text.substr(at - before, before)).append(edit->replace);
    const std::size_t replaced_end = around.size();
    around.append(text.substr(end, longest - 1));
    const bool makes_none = finder.find_all(around, [&](std::size_t other, std::size_t place) {
      return place + edits[other].find.size() <= before || place >= replaced_end;
    });
    if (!makes_none) return std::nullopt;
    edited.append(text.substr(passed, at - passed)).append(edit->replace);
    passed = end;
  }
  return edited.append(text.substr(passed));
}

}  // namespace

Result<std::string> edit_text(std::string text, std::span<const TextEdit> edits) {
  if (auto edited = edit_in_one_pass(text, edits)) return *std::move(edited);
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (auto problem = apply_edit(edits[i], i, text)) return *std::move(problem);
  return text;
}

}  // namespace core
