// Finds what a client accepts, by its headers Accept, Accept-Encoding and Accept-Language (RFC
// 9110, 12.5). The most specific matching entry of a header decides, regardless of its position.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <string_view>

namespace fcgi {

// The preference for a media type: its quality, then how specific the entry is, as programs send
// "application/json, */*".
struct Preference {
  double quality = 0;   // from 0, not at all, to 1
  int specificity = 0;  // of the entry that decides; 0 if none fits

  bool is_wanted() const { return quality > 0; }
  auto operator<=>(const Preference&) const = default;
};

// `type` is in lower case, without parameters. Parameters of the header's ranges narrow them down
// to what the service sends too, except for `raw=1`, whose ranges are ignored here.
Preference preference_for(std::string_view accept, std::string_view type);

// The same for the type with the parameter `raw=1`, which only a range with that parameter matches.
Preference preference_for_raw(std::string_view accept, std::string_view type);

// Whether the header names exactly this type, with a quality above 0.
bool names_type(std::string_view accept, std::string_view type);

// Whether the client accepts a content coding, also by "*".
bool accepts_coding(std::string_view accept_encoding, std::string_view coding);

// The position of the language that the client prefers, of equally preferred ones the first in the
// header; 0 if it names none. `languages` are primary tags: "de" is named by "de-AT" too.
std::size_t preferred_language(std::string_view accept_language,
                               std::span<const std::string_view> languages);

}  // namespace fcgi
