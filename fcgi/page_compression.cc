#include "fcgi/page_compression.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "core/encodings/gzip.h"
#include "fcgi/accept_header.h"

namespace fcgi {
namespace {

// Smaller pages gain little; larger ones take longer than a thread should be occupied by one page,
// and nginx compresses them while it sends them.
constexpr std::size_t kSmallestBytes = 1024;
constexpr std::size_t kLargestBytes = std::size_t{128} * 1024;

// Each page has this version, as another page has another hash.
constexpr std::int64_t kOnlyVersion = 0;

}  // namespace

void PageCompression::apply(const Request& request, Response& response) {
  const std::string& page = response.body();
  if (!is_enabled_ || response.status() != 200 || !response.is_html() ||
      page.size() < kSmallestBytes || page.size() > kLargestBytes ||
      !accepts_coding(request.parameter("HTTP_ACCEPT_ENCODING"), "gzip"))
    return;
  const core::Sha256 hash = core::sha256(page);
  auto kept = pages_.find(hash, kOnlyVersion);
  if (!kept) {
    kept = std::make_shared<const CompressedPage>(CompressedPage{core::gzip(page)});
    pages_.keep(hash, kOnlyVersion, kept);
  }
  response.encode(kept->data, "gzip");
  response.header("Vary", "Accept-Encoding");
}

}  // namespace fcgi
