#include "fcgi/page_compression.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "core/text/gzip.h"
#include "fcgi/content_negotiation.h"

namespace fcgi {
namespace {

// Smaller pages gain little; larger ones would occupy a thread for too long, and nginx compresses
// them while it sends them.
constexpr std::size_t kSmallestBytes = 1024;
constexpr std::size_t kLargestBytes = std::size_t{128} * 1024;

// nginx does not compress what has the status of a page that asks for a password.
bool is_compressed_here(int status) { return status == 200 || status == 401; }

// Each page has this revision, as another page has another hash.
constexpr std::int64_t kOnlyRevision = 0;

}  // namespace

void PageCompression::apply(const Request& request, Response& response) {
  const std::string& page = response.body();
  if (!is_enabled_ || !is_compressed_here(response.status()) || !response.is_html() ||
      page.size() < kSmallestBytes || page.size() > kLargestBytes ||
      !accepts_coding(request.parameter("HTTP_ACCEPT_ENCODING"), "gzip"))
    return;
  const core::Sha256 hash = core::sha256(page);
  auto kept = pages_.find(hash, kOnlyRevision);
  if (!kept) {
    kept = std::make_shared<const CompressedPage>(CompressedPage{core::gzip(page)});
    pages_.put(hash, kOnlyRevision, kept);
  }
  response.encode(kept->data, "gzip");
  response.header("Vary", "Accept-Encoding");
}

}  // namespace fcgi
