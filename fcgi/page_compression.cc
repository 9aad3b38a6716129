#include "fcgi/page_compression.h"

#include <charconv>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/encodings/gzip.h"
#include "core/text/ascii.h"
#include "core/text/split.h"

namespace fcgi {
namespace {

// Smaller pages gain little; larger ones take longer than a thread should be occupied by one page,
// and nginx compresses them while it sends them.
constexpr std::size_t kSmallestBytes = 1024;
constexpr std::size_t kLargestBytes = std::size_t{128} * 1024;

// Each page has this version, as another page has another hash.
constexpr std::int64_t kOnlyVersion = 0;

double quality_of(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view value = core::take_until(parameters, ';');
    const std::string_view name = core::take_until(value, '=');
    if (!core::equal_ignoring_case(name, "q")) continue;
    double quality = 0;
    std::from_chars(value.data(), value.data() + value.size(), quality);
    return quality;
  }
  return 1;
}

bool accepts_gzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    std::string_view parameters = core::take_until(accept_encoding, ',');
    const std::string_view coding = core::take_until(parameters, ';');
    if (core::equal_ignoring_case(coding, "gzip")) return quality_of(parameters) > 0;
  }
  return false;
}

}  // namespace

void PageCompression::apply(const Request& request, Response& response) {
  const std::string& page = response.body();
  if (!is_enabled_ || response.status() != 200 || !response.is_html() ||
      page.size() < kSmallestBytes || page.size() > kLargestBytes ||
      !accepts_gzip(request.parameter("HTTP_ACCEPT_ENCODING")))
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
