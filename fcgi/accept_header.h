// What a client accepts, as its headers Accept and Accept-Encoding say (RFC 9110, 12.5.1 and
// 12.5.3). The most specific entry of a header that fits decides, wherever it stands.
#pragma once

#include <compare>
#include <string_view>

namespace fcgi {

// How much a media type is wanted. Of two with the same quality, the one that the header names more
// specifically is, as programs send "application/json, */*".
struct Preference {
  double quality = 0;   // from 0, not at all, to 1
  int specificity = 0;  // of the entry that decides; 0 if none fits

  bool is_wanted() const { return quality > 0; }
  auto operator<=>(const Preference&) const = default;
};

// `type` is in lower case, without parameters. Parameters of the header's ranges narrow them down
// to what the service sends too, except for `raw=1`, whose ranges are ignored here.
Preference preference_for(std::string_view accept, std::string_view type);

// The same for the type with the parameter `raw=1`, which only a range with it means.
Preference preference_for_raw(std::string_view accept, std::string_view type);

// Whether the header names the type itself, and wants it.
bool names_type(std::string_view accept, std::string_view type);

// Whether the client accepts a content coding, which "*" stands for too.
bool accepts_coding(std::string_view accept_encoding, std::string_view coding);

}  // namespace fcgi
