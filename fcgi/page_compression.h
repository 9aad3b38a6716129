// PageCompression: pages that are opened again and again are compressed once.
//
// nginx compresses what workers send, each time anew. For a page of 20 KB this takes as long as
// making it. So pages of usual size are compressed here, and the result is kept by the SHA-256 of
// the page: a page that differs in anything, such as its link's expiry, is another one.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <string>

#include "core/security/cryptography.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "runtime/version_cache.h"

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
  runtime::VersionCache<CompressedPage, core::Sha256> pages_;
};

}  // namespace fcgi
