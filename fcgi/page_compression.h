// PageCompression: compresses pages that are opened repeatedly only once.
//
// nginx compresses every response again, which takes as long as making a page of 20 KB. So pages of
// usual size are compressed here, and the result is cached by the SHA-256 of the page: a page with
// any difference, such as its link's expiry, has its own entry.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <string>

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

}  // namespace fcgi
