#include "core/text/sequences.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "core/cpu_limit.h"

namespace core {

NumberedTexts number_texts(std::span<const std::string_view> from,
                           std::span<const std::string_view> to) {
  const auto text_at = [&](std::uint32_t i) {
    return i < from.size() ? from[i] : to[i - from.size()];
  };
  // Sorted by their hashes, and by their bytes only where these are the same: nobody can choose
  // texts for which it takes longer.
  using Hashed = std::pair<std::size_t, std::uint32_t>;
  std::vector<Hashed> hashed;
  hashed.reserve(from.size() + to.size());
  for (std::uint32_t i = 0; i < from.size() + to.size(); ++i)
    hashed.emplace_back(std::hash<std::string_view>()(text_at(i)), i);
  std::sort(hashed.begin(), hashed.end(), [&](const Hashed& a, const Hashed& b) {
    return a.first != b.first ? a.first < b.first : text_at(a.second) < text_at(b.second);
  });
  NumberedTexts numbered;
  numbered.from.resize(from.size());
  numbered.to.resize(to.size());
  const Hashed* last = nullptr;
  for (const Hashed& one : hashed) {
    const bool is_new =
        last == nullptr || last->first != one.first || text_at(last->second) != text_at(one.second);
    if (is_new) ++numbered.count;
    (one.second < from.size() ? numbered.from[one.second] : numbered.to[one.second - from.size()]) =
        numbered.count - 1;
    last = &one;
  }
  return numbered;
}

std::vector<std::size_t> longest_ascent(std::span<const std::size_t> places) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> ends;  // of the ascents of each length, the lowest last element
  std::vector<std::size_t> before(places.size(), kNone);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto end = std::lower_bound(
        ends.begin(), ends.end(), places[i],
        [&](std::size_t index, std::size_t place) { return places[index] < place; });
    if (end != ends.begin()) before[i] = *(end - 1);
    if (end == ends.end())
      ends.push_back(i);
    else
      *end = i;
  }
  std::vector<std::size_t> ascent;
  for (std::size_t i = ends.empty() ? kNone : ends.back(); i != kNone; i = before[i])
    ascent.push_back(i);
  std::reverse(ascent.begin(), ascent.end());
  return ascent;
}

namespace {

// A part of both sequences that remains to be matched.
struct Section {
  std::size_t from = 0;
  std::size_t from_end = 0;
  std::size_t to = 0;
  std::size_t to_end = 0;
};

class SequenceMatcher {
 public:
  SequenceMatcher(std::vector<std::uint32_t> from, std::vector<std::uint32_t> to,
                  std::uint32_t count, std::size_t most_steps)
      : from_(std::move(from)), to_(std::move(to)), count_(count), steps_left_(most_steps) {
    const std::size_t length = from_.size() + to_.size();
    most_edits_ = std::clamp<std::size_t>(most_steps / (2 * length + 1), kFewestEdits, kMostEdits);
    forward_.resize(length + 3);
    backward_.resize(length + 3);
  }

  // In any order.
  std::vector<Match> matches() {
    Section whole{0, from_.size(), 0, to_.size()};
    trim(whole);
    match_single_elements(whole);
    while (!open_.empty()) {
      Section section = open_.back();
      open_.pop_back();
      trim(section);
      if (section.from == section.from_end || section.to == section.to_end) continue;
      const auto middle = middle_of(section);
      if (!middle || *middle == std::pair(section.from, section.to) ||
          *middle == std::pair(section.from_end, section.to_end))
        continue;
      open_.push_back({middle->first, section.from_end, middle->second, section.to_end});
      open_.push_back({section.from, middle->first, section.to, middle->second});
    }
    return std::move(matches_);
  }

 private:
  using Place = std::int64_t;

  // In one section, before it is divided where most is matched so far.
  static constexpr std::size_t kFewestEdits = 16;
  static constexpr std::size_t kMostEdits = 256;

  void add(std::size_t from, std::size_t to, std::size_t length) {
    if (length > 0) matches_.push_back({from, to, length});
  }

  // Matches what both begin and end with.
  void trim(Section& section) {
    std::size_t first = 0;
    while (section.from + first < section.from_end && section.to + first < section.to_end &&
           from_[section.from + first] == to_[section.to + first])
      ++first;
    add(section.from, section.to, first);
    section.from += first;
    section.to += first;
    std::size_t last = 0;
    while (section.from + last < section.from_end && section.to + last < section.to_end &&
           from_[section.from_end - last - 1] == to_[section.to_end - last - 1])
      ++last;
    section.from_end -= last;
    section.to_end -= last;
    add(section.from_end, section.to_end, last);
  }

  // Matches what occurs once in both, as far as the order is the same, and leaves the sections
  // between.
  void match_single_elements(const Section& section) {
    constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();
    constexpr std::size_t kTwice = kNowhere - 1;
    const auto places_of = [&](const std::vector<std::uint32_t>& all, std::size_t begin,
                               std::size_t end) {
      std::vector<std::size_t> places(count_, kNowhere);
      for (std::size_t i = begin; i < end; ++i)
        places[all[i]] = places[all[i]] == kNowhere ? i : kTwice;
      return places;
    };
    const auto from_places = places_of(from_, section.from, section.from_end);
    const auto to_places = places_of(to_, section.to, section.to_end);
    std::vector<std::size_t> singles;
    std::vector<std::size_t> places;
    for (std::size_t i = section.from; i < section.from_end; ++i) {
      if (from_places[from_[i]] != i || to_places[from_[i]] >= kTwice) continue;
      singles.push_back(i);
      places.push_back(to_places[from_[i]]);
    }
    Section between = section;
    for (const std::size_t index : longest_ascent(places)) {
      between.from_end = singles[index];
      between.to_end = places[index];
      open_.push_back(between);
      add(between.from_end, between.to_end, 1);
      between.from = between.from_end + 1;
      between.to = between.to_end + 1;
    }
    between.from_end = section.from_end;
    between.to_end = section.to_end;
    open_.push_back(between);
  }

  // Where a shortest way through the section, which differs at both ends, is half done, or a good
  // way if that takes too many edits. Nothing if no steps are left.
  std::optional<std::pair<std::size_t, std::size_t>> middle_of(const Section& section) {
    CpuLimit::check();
    const auto from = static_cast<Place>(section.from);
    const auto from_end = static_cast<Place>(section.from_end);
    const auto to = static_cast<Place>(section.to);
    const auto to_end = static_cast<Place>(section.to_end);
    // Diagonals are named by the difference of places on them, and begin with one beyond the
    // lowest.
    const Place base = static_cast<Place>(to_.size()) + 1;
    const auto forward = [&](Place diagonal) -> Place& {
      return forward_[static_cast<std::size_t>(diagonal + base)];
    };
    const auto backward = [&](Place diagonal) -> Place& {
      return backward_[static_cast<std::size_t>(diagonal + base)];
    };
    const Place lowest = from - to_end;
    const Place highest = from_end - to;
    const bool is_odd = ((from_end - from + to_end - to) & 1) != 0;
    Place forward_low = from - to;
    Place forward_high = forward_low;
    Place backward_low = from_end - to_end;
    Place backward_high = backward_low;
    forward(forward_low) = from;
    backward(backward_low) = from_end;
    for (std::size_t edits = 1;; ++edits) {
      const auto visits =
          static_cast<std::size_t>(forward_high - forward_low + backward_high - backward_low + 4);
      if (!take_steps(visits)) return std::nullopt;
      if (forward_low > lowest)
        forward(--forward_low - 1) = -1;
      else
        ++forward_low;
      if (forward_high < highest)
        forward(++forward_high + 1) = -1;
      else
        --forward_high;
      for (Place d = forward_high; d >= forward_low; d -= 2) {
        Place x = std::max(forward(d - 1) + 1, forward(d + 1));
        const Place start = x;
        while (x < from_end && x - d < to_end && are_equal(x, x - d)) ++x;
        forward(d) = x;
        if (!take_steps(static_cast<std::size_t>(x - start))) return std::nullopt;
        if (is_odd && backward_low <= d && d <= backward_high && backward(d) <= x) return at(x, d);
      }
      constexpr Place kFar = std::numeric_limits<Place>::max();
      if (backward_low > lowest)
        backward(--backward_low - 1) = kFar;
      else
        ++backward_low;
      if (backward_high < highest)
        backward(++backward_high + 1) = kFar;
      else
        --backward_high;
      for (Place d = backward_high; d >= backward_low; d -= 2) {
        Place x = std::min(backward(d - 1), backward(d + 1) - 1);
        const Place start = x;
        while (x > from && x - d > to && are_equal(x - 1, x - d - 1)) --x;
        backward(d) = x;
        if (!take_steps(static_cast<std::size_t>(start - x))) return std::nullopt;
        if (!is_odd && forward_low <= d && d <= forward_high && x <= forward(d)) return at(x, d);
      }
      if (edits < most_edits_) continue;
      return furthest(section, forward_low, forward_high, backward_low, backward_high);
    }
  }

  // The end of the way that has come furthest, from either side.
  std::optional<std::pair<std::size_t, std::size_t>> furthest(const Section& section,
                                                              Place forward_low, Place forward_high,
                                                              Place backward_low,
                                                              Place backward_high) const {
    const auto from = static_cast<Place>(section.from);
    const auto from_end = static_cast<Place>(section.from_end);
    const auto to = static_cast<Place>(section.to);
    const auto to_end = static_cast<Place>(section.to_end);
    const Place base = static_cast<Place>(to_.size()) + 1;
    Place best = -1;
    std::pair<Place, Place> middle{from, 0};
    for (Place d = forward_high; d >= forward_low; d -= 2) {
      const Place x =
          std::min({forward_[static_cast<std::size_t>(d + base)], from_end, to_end + d});
      const Place done = x - from + x - d - to;
      if (done > best) {
        best = done;
        middle = {x, d};
      }
    }
    for (Place d = backward_high; d >= backward_low; d -= 2) {
      const Place x = std::max({backward_[static_cast<std::size_t>(d + base)], from, to + d});
      const Place done = from_end - x + to_end - (x - d);
      if (done > best) {
        best = done;
        middle = {x, d};
      }
    }
    return at(middle.first, middle.second);
  }

  static std::optional<std::pair<std::size_t, std::size_t>> at(Place x, Place diagonal) {
    return std::pair(static_cast<std::size_t>(x), static_cast<std::size_t>(x - diagonal));
  }

  bool are_equal(Place from, Place to) const {
    return from_[static_cast<std::size_t>(from)] == to_[static_cast<std::size_t>(to)];
  }

  bool take_steps(std::size_t steps) {
    if (steps_left_ < steps) {
      steps_left_ = 0;
      return false;
    }
    steps_left_ -= steps;
    return true;
  }

  const std::vector<std::uint32_t> from_;
  const std::vector<std::uint32_t> to_;
  const std::uint32_t count_;
  std::size_t steps_left_;
  std::size_t most_edits_ = 0;
  std::vector<Section> open_;
  std::vector<Match> matches_;
  // For each diagonal the place in `from` that was reached from the start, and from the end.
  std::vector<Place> forward_;
  std::vector<Place> backward_;
};

// The elements that the other sequence has too, and where they stand.
struct SharedElements {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> places;
};

SharedElements shared_elements(const std::vector<std::uint32_t>& all,
                               const std::vector<std::uint32_t>& others, std::uint32_t count) {
  std::vector<bool> is_shared(count);
  for (const std::uint32_t number : others) is_shared[number] = true;
  SharedElements shared;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_shared[all[i]]) continue;
    shared.numbers.push_back(all[i]);
    shared.places.push_back(i);
  }
  return shared;
}

}  // namespace

std::vector<Match> match_sequences(const NumberedTexts& texts, std::size_t most_steps) {
  // What only one has cannot be matched, and would only take steps.
  SharedElements from = shared_elements(texts.from, texts.to, texts.count);
  SharedElements to = shared_elements(texts.to, texts.from, texts.count);
  std::vector<Match> found =
      SequenceMatcher(std::move(from.numbers), std::move(to.numbers), texts.count, most_steps)
          .matches();
  std::sort(found.begin(), found.end(),
            [](const Match& a, const Match& b) { return a.from < b.from; });
  std::vector<Match> matches;
  for (const Match& run : found) {
    for (std::size_t i = 0; i < run.length; ++i) {
      const std::size_t from_place = from.places[run.from + i];
      const std::size_t to_place = to.places[run.to + i];
      if (!matches.empty() && matches.back().from + matches.back().length == from_place &&
          matches.back().to + matches.back().length == to_place)
        ++matches.back().length;
      else
        matches.push_back({from_place, to_place, 1});
    }
  }
  return matches;
}

}  // namespace core
