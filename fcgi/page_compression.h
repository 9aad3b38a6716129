// PageCompression: compresses pages that are opened repeatedly only once.
//
// nginx compresses every response again, which takes as long as making a page of 20 KB. So pages of
// usual size are compressed here, and the result is cached by the SHA-256 of the page: a page with
// any difference, such as its link's expiry, has its own entry.
//
// Thread-safe.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/security/cryptography.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "runtime/revision_cache.h"

namespace fcgi {

class PageCompression {
 public:
  // With a cache of 0 bytes, nginx compresses all pages.
  explicit PageCompression(std::size_t maximum_bytes)
      : is_enabled_(maximum_bytes > 0), pages_(maximum_bytes, maximum_bytes) {}

  // Compresses the response if it is a page of a suitable size and the client accepts gzip (RFC
  // 9110, 12.5.3). Other responses are not changed.
  void apply(const Request& request, Response& response);

 private:
  struct CompressedPage {
    std::string data;

    std::size_t bytes() const { return sizeof *this + data.size(); }
  };

  const bool is_enabled_;
  runtime::RevisionCache<CompressedPage, core::Sha256> pages_;
};

// What a client accepts, by its headers Accept, Accept-Encoding and Accept-Language (RFC
// 9110, 12.5). The most specific matching entry of a header decides, regardless of its position.

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
