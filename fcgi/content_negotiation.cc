#include "fcgi/content_negotiation.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text/text.h"

namespace fcgi {
namespace {

// An entry of either header: text/csv;raw=1;q=0.5
struct Entry {
  std::string_view range;
  double quality = 1;
  bool is_raw = false;
  bool has_others = false;  // other parameters
};

// What is not a number, such as NaN, is 0.
double quality_in(std::string_view text) {
  double quality = 0;
  std::from_chars(text.data(), text.data() + text.size(), quality, std::chars_format::fixed);
  return quality > 0 ? std::min(quality, 1.0) : 0;
}

Entry take_entry(std::string_view& header) {
  std::string_view text = core::take_until(header, ',');
  Entry entry{.range = core::take_until(text, ';')};
  while (!text.empty()) {
    std::string_view value = core::take_until(text, ';');
    const std::string_view name = core::take_until(value, '=');
    if (core::equal_ignoring_case(name, "q")) {
      entry.quality = quality_in(value);
    } else if (core::equal_ignoring_case(name, "raw")) {
      entry.is_raw = value == "1";
    } else if (!name.empty()) {
      entry.has_others = true;
    }
  }
  return entry;
}

// How specific each kind of range is.
enum Specificity : int { kNone, kAnything, kFamily, kOtherForm, kType, kRawType };

bool is_family_of(std::string_view range, std::string_view type) {
  return range.ends_with("/*") && core::equal_ignoring_case(range.substr(0, range.size() - 1),
                                                            type.substr(0, type.find('/') + 1));
}

Specificity specificity_of(const Entry& entry, std::string_view type) {
  if (core::equal_ignoring_case(entry.range, type)) {
    if (entry.is_raw) return kRawType;
    return entry.has_others ? kOtherForm : kType;
  }
  if (is_family_of(entry.range, type)) return kFamily;
  // Some clients send the short name.
  return entry.range == "*/*" || entry.range == "*" ? kAnything : kNone;
}

// The quality of the most specific entries for which `fits` returns true.
template <typename Fits>
Preference decide(std::string_view header, std::string_view type, Fits fits) {
  Preference decided;
  while (!header.empty()) {
    const Entry entry = take_entry(header);
    const Specificity specificity = specificity_of(entry, type);
    if (specificity == kNone || specificity < decided.specificity || !fits(specificity)) continue;
    if (specificity > decided.specificity) decided = {0, specificity};
    decided.quality = std::max(decided.quality, entry.quality);
  }
  return decided;
}

}  // namespace

Preference preference_for(std::string_view accept, std::string_view type) {
  return decide(accept, type, [](Specificity specificity) { return specificity != kRawType; });
}

Preference preference_for_raw(std::string_view accept, std::string_view type) {
  return decide(accept, type, [](Specificity specificity) { return specificity == kRawType; });
}

bool names_type(std::string_view accept, std::string_view type) {
  const Preference preference = preference_for(accept, type);
  return preference.is_wanted() && preference.specificity >= kOtherForm;
}

bool accepts_coding(std::string_view accept_encoding, std::string_view coding) {
  return decide(accept_encoding, coding, [](Specificity) { return true; }).is_wanted();
}

std::size_t preferred_language(std::string_view accept_language,
                               std::span<const std::string_view> languages) {
  std::size_t preferred = 0;
  double highest = 0;
  while (!accept_language.empty()) {
    const Entry entry = take_entry(accept_language);
    const std::string_view primary = entry.range.substr(0, entry.range.find('-'));
    const auto found = std::find_if(languages.begin(), languages.end(), [&](std::string_view tag) {
      return core::equal_ignoring_case(tag, primary);
    });
    if (found == languages.end() || entry.quality <= highest) continue;
    highest = entry.quality;
    preferred = static_cast<std::size_t>(found - languages.begin());
  }
  return preferred;
}

}  // namespace fcgi
