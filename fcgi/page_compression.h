// PageCompression: pages that are opened again and again are compressed once.
//
// nginx compresses what workers send, each time anew. For a page of 20 KB this takes as long as
// making it. So pages of usual size are compressed here, and the result is kept by the SHA-256 of
// the page: a page that differs in anything, such as its link's expiry, is another one.
//
// Thread-safe.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/security/cryptography.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "runtime/revision_cache.h"

namespace fcgi {

class PageCompression {
 public:
  // Without space for results, compression is left to nginx.
  explicit PageCompression(std::size_t maximum_bytes)
      : is_enabled_(maximum_bytes > 0), pages_(maximum_bytes, maximum_bytes) {}

  // Compresses the response if it is a page of a size for which this is worth it and the client
  // accepts gzip (RFC 9110, 12.5.3). Everything else is left as it is.
  void apply(const Request& request, Response& response);

 private:
  struct CompressedPage {
    std::string data;

    std::size_t bytes() const { return sizeof *this + data.size(); }
  };

  const bool is_enabled_;
  runtime::RevisionCache<CompressedPage, core::Sha256> pages_;
};

// What a client accepts, as its headers Accept and Accept-Encoding say (RFC 9110, 12.5.1 and
// 12.5.3). The most specific entry of a header that fits decides, wherever it stands.

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
