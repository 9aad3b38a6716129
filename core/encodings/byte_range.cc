#include "core/encodings/byte_range.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/text/ascii.h"
#include "core/text/split.h"

namespace core {
namespace {

// A position, capped at the largest that fits. Nothing if the text is not a number.
std::optional<std::size_t> parse_position(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  std::size_t position = 0;
  const auto outcome = std::from_chars(text.data(), text.data() + text.size(), position);
  return outcome.ec == std::errc() ? position : std::numeric_limits<std::size_t>::max();
}

// What follows "bytes=", in any case; nothing for another unit.
std::optional<std::string_view> ranges_in(std::string_view header) {
  constexpr std::string_view kUnit = "bytes=";
  if (!starts_with_ignoring_case(header, kUnit)) return std::nullopt;
  return trim(header.substr(kUnit.size()));
}

}  // namespace

RangeRequest RangeRequest::parse(std::string_view header) {
  const auto range = ranges_in(header);
  if (!range) return {};
  const std::size_t dash = range->find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view before = range->substr(0, dash);
  const std::string_view behind = range->substr(dash + 1);

  RangeRequest request;
  request.first_ = parse_position(before);
  request.last_ = parse_position(behind);
  const bool is_malformed = (!before.empty() && !request.first_) ||
                            (!behind.empty() && !request.last_) ||
                            (request.first_ && request.last_ && *request.last_ < *request.first_);
  return is_malformed ? RangeRequest() : request;
}

FilePart RangeRequest::of(std::size_t size) const {
  if (!first_ && !last_) return WholeFile{};
  if (!first_) {
    if (*last_ == 0 || size == 0) return UnsatisfiableRange{};
    return ByteRange{size - std::min(*last_, size), size - 1};
  }
  if (*first_ >= size) return UnsatisfiableRange{};
  return ByteRange{*first_, std::min(last_.value_or(size - 1), size - 1)};
}

}  // namespace core
